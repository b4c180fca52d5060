//! Formats a resolution as compact text.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt::{Display, Write};

use super::{loud, word};
use crate::field::Field;
use crate::freshness::{FieldClass, Freshness, of_field, of_forecast};
use crate::policy::Policy;
use crate::record::{MeasuredNow, OpenTotal, Record, Resolution};
use crate::text::ShownName;
use crate::time::Timestamp;

/// Writes lines to a `String`, which cannot fail.
struct Page<'a> {
    now: Timestamp,
    policy: &'a Policy,
    text: String,
}

impl Page<'_> {
    fn line(&mut self, name: &str, rest: impl Display) {
        let _ = writeln!(self.text, "{name}: {rest}");
    }

    /// Writes a field if it has a value.
    fn field<T>(&mut self, name: &str, class: FieldClass, field: &Field<T>, show: impl FnOnce(&T) -> String) {
        if let Some(value) = &field.value {
            let brackets = self.brackets(class, field);
            self.line(name, format!("{} {brackets}", show(value)));
        }
    }

    fn brackets<T>(&self, class: FieldClass, field: &Field<T>) -> String {
        brackets(field, of_field(self.now, self.policy, class, field))
    }
}

/// Formats `[kind tier confidence age]`.
fn brackets<T>(field: &Field<T>, freshness: Freshness) -> String {
    let age = freshness.age_hours().map_or_else(String::new, |hours| format!(" {}h", hours.get()));
    let (kind, tier) = (field.source.name(), word(freshness.tier));
    format!("[{kind} {tier} {}{age}]", field.confidence.get())
}

pub(super) fn resolution(now: Timestamp, policy: &Policy, resolution: &Resolution) -> String {
    let Resolution { record, measured_now, snowfall24h_cm, snowfall48h_cm, snowfall7d_cm, new_snow_density } =
        resolution;
    let mut page = Page { now, policy, text: String::new() };
    page.field("status", FieldClass::Status, &record.status, |status| loud(status));
    page.field("opens", FieldClass::Standing, &record.season_opening, ToString::to_string);
    page.field("closes", FieldClass::Standing, &record.season_closing, ToString::to_string);
    depth(&mut page, record);
    comparison(&mut page, record);
    page.field("lifts", FieldClass::Terrain, &record.lifts, count);
    page.field("runs", FieldClass::Terrain, &record.runs, count);
    page.field("surface", FieldClass::Surface, &record.surface, |text| format!("{text:?}"));
    page.field("ability", FieldClass::Standing, &record.ability_pct, |split| {
        format!("{}/{}/{}/{}", split.beginner, split.intermediate, split.advanced, split.expert)
    });
    page.field("longest run", FieldClass::Standing, &record.longest_run, |run| {
        let km = run.km.map_or_else(String::new, |km| format!(" {km} km"));
        format!("{:?}{km}", run.name.as_ref().map_or("", ShownName::as_str))
    });
    show_quality(&mut page, record);
    let past = [("24h", snowfall24h_cm), ("48h", snowfall48h_cm), ("7d", snowfall7d_cm)];
    for (hours, field) in past {
        page.field(&format!("snowfall{hours}"), FieldClass::Snowfall, field, |cm| format!("{} cm", cm.get()));
    }
    page.field("new density", FieldClass::Snowfall, new_snow_density, |ratio| ratio.get().to_string());
    if let Some(measured_now) = measured_now {
        measured(&mut page, measured_now);
    }
    if !record.flags.is_empty() {
        let flags = record.flags.iter().map(word).collect::<alloc::vec::Vec<_>>().join(" ");
        page.line("flags", flags);
    }
    page.text
}

fn depth(page: &mut Page<'_>, record: &Record) {
    let bands = [
        ("depth.base", &record.depth.base),
        ("depth.mid", &record.depth.mid),
        ("depth.summit", &record.depth.summit),
    ];
    for (name, band) in bands {
        if let Some(field) = band {
            let value =
                field.value.map_or_else(|| "not reported".to_string(), |cm| format!("{} cm", cm.get()));
            let brackets = page.brackets(FieldClass::Depth, field);
            page.line(name, format!("{value} {brackets}"));
        }
    }
    let (Some(headline), Some(detail)) = (&record.display_depth_cm, &record.display_depth_detail) else {
        return;
    };
    let mut how = format!("{} by {}", word(detail.elevation_band), word(detail.rule));
    if let Some(metres) = detail.elevation_m {
        let _ = write!(how, ", {} m", metres.get());
    }
    if let Some(label) = &detail.source_label {
        let _ = write!(how, ", {label}");
    }
    if let Some(name) = &detail.station_name {
        let _ = write!(how, " {:?}", name.as_str());
    }
    if let Some(tier) = record.reported_source_tier {
        let _ = write!(how, ", acquired {}", word(tier));
    }
    page.field("headline", FieldClass::Depth, headline, |cm| format!("{} cm, {how}", cm.get()));
    if record.base_depth_cm != *headline {
        page.field("base depth", FieldClass::Depth, &record.base_depth_cm, |cm| format!("{} cm", cm.get()));
    }
}

fn comparison(page: &mut Page<'_>, record: &Record) {
    if let Some(basis) = &record.depth_vs_avg_basis {
        let of = basis
            .average_cm
            .map_or_else(String::new, |cm| format!(" of {} cm {}", cm.get(), word(basis.average_band)));
        if let Some(reason) = basis.suppressed_reason {
            page.line("average", format!("withheld {}{of}", word(reason)));
        }
        page.field("average", FieldClass::Depth, &record.depth_vs_avg_pct, |pct| format!("{pct} %{of}"));
    }
    if let Some(found) = &record.depth_disagreement {
        let (measured, model) = (&found.measured, &found.model);
        page.line(
            "disagreement",
            format!(
                "{}, measured {} {} cm by {}, model {} {} cm, ratio {}",
                word(found.kind),
                word(measured.band),
                measured.cm.get(),
                measured.source.name(),
                word(model.band),
                model.cm.get(),
                found.ratio.get()
            ),
        );
    }
}

fn count(count: &OpenTotal) -> String {
    let number = |n: Option<u32>| n.map_or_else(|| "-".to_string(), |n| n.to_string());
    format!("{}/{}", number(count.open), number(count.total))
}

fn show_quality(page: &mut Page<'_>, record: &Record) {
    if let Some(field) = &record.snow_quality {
        page.field("quality", FieldClass::Depth, field, |quality| {
            let density = quality.density_ratio.map_or_else(String::new, |ratio| format!(" {}", ratio.get()));
            let basis = quality.basis.map_or_else(String::new, |basis| format!(" {}", word(basis)));
            let risk =
                quality.refreeze_risk.map_or_else(String::new, |risk| format!(" refreeze {}", word(risk)));
            format!("{}{density}{basis}{risk}", word(quality.label))
        });
    }
    if let Some(field) = &record.snow_surface_temp {
        page.field("surface temperature", FieldClass::Depth, field, |surface| {
            format!("{} C {}", surface.temp_c.get(), word(surface.state))
        });
    }
    let forecast = &record.forecast;
    for (name, field) in [("next7d", &forecast.next7d_cm), ("next14d", &forecast.next14d_cm)] {
        if let Some(cm) = field.value {
            let freshness = of_forecast(page.now, page.policy, field);
            page.line(name, format!("{} cm {}", cm.get(), brackets(field, freshness)));
        }
    }
    if let Some(peak) = forecast.peak {
        page.line("peak", format!("{} {} cm", peak.date, peak.snowfall_cm.get()));
    }
}

fn measured(page: &mut Page<'_>, now: &MeasuredNow) {
    let freezing =
        now.freezing_line_m.map_or_else(String::new, |metres| format!(", freezing line {metres} m"));
    page.line("measured now", format!("{} from {}{freezing}", now.station_count, now.sources.join(" ")));
}
