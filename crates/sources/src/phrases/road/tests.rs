//! Phrases as agencies write them, their variants, and texts that are partly not understood.

use super::*;

fn read_alone(words: &str) -> Option<Level> {
    stated_level(words, "").ok()
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table of phrases")]
fn spelling_variants_are_read() {
    for (level, phrases) in [
        (
            Level::NoRestriction,
            &["No restrictions", "NO RESTRICTIONS.", "No restrictions in effect at this time"][..],
        ),
        (
            Level::TractionAdvised,
            &[
                "Traction Tires Advised, Oversize Vehicles Prohibited.",
                "traction tyres are advised",
                "Snow tires recommended",
                "Traction Advisory",
                "Traction tires advised and oversize loads prohibited",
            ],
        ),
        (
            Level::TractionRequired,
            &[
                "Traction Tires Required",
                "Traction Tires Required, Vehicles Over 10,000 GVW Chains Required",
                "Traction tires required; chains required on vehicles over 10,000 lbs.",
                "Traction Tires Required, all vehicles over 10,000 GVWR must use chains",
                "snow tires or chains required",
                "Passenger Vehicle Traction Law",
                "Traction law in effect, Commercial Vehicle Chain Law",
            ],
        ),
        (
            Level::ChainsUnlessAwd,
            &[
                "Chains required on all vehicles except all-wheel drive.",
                "Traction Tires Required, Chains Required All Vehicles/ Except All-Wheel Drive",
                "Chains required, except AWD",
                "CHAINS REQUIRED ON ALL VEHICLES EXCEPT FOUR-WHEEL DRIVE VEHICLES",
                "Chains required except 4WD",
                "Tire chains are required on all vehicles, except all wheel drive vehicles with snow tires on all wheels",
            ],
        ),
        (
            Level::ChainsRequired,
            &[
                "Chains Required",
                "Chain required",
                "Traction Tires Advised, Chains Required All Vehicles Including All Wheel Drive",
                "All vehicles must use chains",
                "Chains required on all vehicles, including AWD, oversize vehicles prohibited",
                "Passenger Vehicle Chain Law",
                "snow tires or chains required; Passenger Vehicle Chain Law",
            ],
        ),
        (
            Level::Closed,
            &[
                "Pass Closed",
                "Temporarily Closed",
                "CLOSED FOR THE SEASON",
                "Traction Tires Advised, Temporarily Closed",
                "Road closed due to avalanche control",
                "Seasonal closure",
                "Closed until further notice, expect long delays",
                "SR 20 is closed",
                "Closed due to snow and fallen trees",
            ],
        ),
    ] {
        for phrase in phrases {
            assert_eq!(read_alone(phrase), Some(level), "{phrase}");
        }
    }
}

#[test]
fn unread_words_never_lower_a_level() {
    for words in [
        "Traffic stopped for avalanche control, Traction Tires Advised",
        "Traction Tires Advised, Chains advised above 3,000 feet",
        "Traction Tires Required, something new",
        "No restrictions, one lane closed",
        "No restrictions except on SR 123",
        "No chains required",
        "Reopened, chains not required",
        "Chains required on vehicles without snow tires",
        "Chains required except buses",
        "Chains required on vehicles over 6,000 GVW",
        "Chains required on some vehicles",
        "Traction tires required, trucks prohibited unless chains required",
        "Right lane closed",
        "Not closed",
        "Will be closed tonight",
        "No current information available",
        "Chain Law Code 17 (Passenger Vehicle Traction Law)",
        "Chain law",
        "Carry chains",
        "Traction devices required",
        "Vehicles under 10,000 GVW chains required",
        "Chain control in effect",
    ] {
        assert_eq!(read_alone(words), None, "{words}");
    }
    // Requirements only for lorries state nothing about cars.
    for words in
        ["Oversize vehicles prohibited", "Vehicles over 10,000 GVW chains required", "Closed to trucks"]
    {
        assert_eq!(read_alone(words), None, "{words}");
    }
}

#[test]
fn explanation_outweighs_lower_level() {
    for explanation in [
        "Reports have ended for this season. Traditionally conditions are reported from November 1 to April 1.",
        "No current information available",
        "SR 20 is closed for the winter.",
        "Bare and wet. The pass will close at 7 p.m.",
        "Closed overnight; it will be reopened on Monday.",
        "SR 123 has reopened. SR 20 is closed.",
        "The pass was closed on Monday and is expected to be reopened on Friday.",
        "Traffic is stopped in both directions.",
        "Road information is unavailable.",
    ] {
        for words in ["No restrictions", "Traction Tires Advised", "Chains Required"] {
            assert_eq!(
                stated_level(words, explanation),
                Err(UnknownReason::NotReported),
                "{words} / {explanation}"
            );
        }
        assert_eq!(stated_level("Pass closed", explanation), Ok(Level::Closed), "{explanation}");
    }
    for explanation in [
        "",
        "Compact snow and ice.",
        "The road was closed overnight and has reopened.",
        "The pass was closed for avalanche control. It reopened at 6 a.m.",
        "SR 20 has reopened after an earlier closure. Bare and wet.",
        "The pass is now open; it was closed overnight.",
        "Closed to trucks. Oversize vehicles prohibited.",
        "Bare and dry close to the summit. No closures.",
        "It has stopped snowing. This page will be updated when information is available.",
    ] {
        assert_eq!(stated_level("No restrictions", explanation), Ok(Level::NoRestriction), "{explanation}");
    }
    let chains = "Compact snow. Chains are required on all vehicles beyond milepost 40.";
    assert_eq!(stated_level("No restrictions", chains), Err(UnknownReason::NotReported));
    assert_eq!(stated_level("Traction tires advised", chains), Err(UnknownReason::NotReported));
    assert_eq!(stated_level("Traction tires required", chains), Ok(Level::TractionRequired));
}

#[test]
fn conditions_require_only_the_stated() {
    for words in
        ["1 - dry", "forecast text included; 5 - icy spots, strong winds", "", "something nobody knows"]
    {
        assert_eq!(demanded(words), None, "{words}");
    }
    assert_eq!(
        demanded("snow packed spots, snow tires or chains required"),
        Some(Ok(Level::TractionRequired))
    );
    assert_eq!(demanded("9 - Seasonal closure"), Some(Ok(Level::Closed)));
    for words in [
        "Snow Packed; Chain Law Code 17 (Passenger Vehicle Traction Law)",
        "Chains required for moose",
        "Traffic held",
    ] {
        assert_eq!(demanded(words), Some(Err(UnknownReason::NotReported)), "{words}");
    }
}
