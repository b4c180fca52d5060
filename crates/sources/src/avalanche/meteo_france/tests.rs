//! Tests with synthetic bulletins in the form of the service.

use super::*;

/// Returns a synthetic bulletin with these attributes of the risk.
fn file(risk: &str) -> String {
    format!(
        r#"<?xml version="1.0" encoding="UTF-8" standalone="yes" ?>
<BULLETINS_NEIGE_AVALANCHE TYPEBULLETIN="BRA" ID="3" MASSIF="Massif-Inventé" DATEBULLETIN="2026-01-09T16:00:00"
 DATEVALIDITE="2026-01-10T18:00:00" DATEDIFFUSION="2026-01-09T15:58:00" AMENDEMENT="false">
  <CARTOUCHERISQUE>
    <RISQUE {risk} COMMENTAIRE="synthétique"/>
    <RESUME><![CDATA[Résumé]]></RESUME>
    <CommentaireRisqueJ2><![CDATA[En baisse]]></CommentaireRisqueJ2>
  </CARTOUCHERISQUE>
  <STABILITE>
    <SitAvalTyp SAT1="2" SAT2=""/>
    <TITRE><![CDATA[Plaques & vent]]></TITRE>
    <TEXTE>D&#233;parts &amp; plaques</TEXTE>
  </STABILITE>
  <QUALITE><TEXTE>Poudreuse</TEXTE></QUALITE>
  <RISQUES><RISQUE DATE="2026-01-08T00:00:00" RISQUE1="5" RISQUEMAXI="5"/></RISQUES>
</BULLETINS_NEIGE_AVALANCHE>
"#
    )
}

fn one(risk: &str) -> Bulletin {
    let mut read = read(file(risk).as_bytes()).unwrap();
    assert_eq!(read.faults, [], "{risk}");
    assert_eq!(read.bulletins.len(), 1);
    read.bulletins.remove(0)
}

fn rejected(risk: &str) -> String {
    let read = read(file(risk).as_bytes()).unwrap();
    assert_eq!(read.bulletins, [], "{risk}");
    read.faults[0].to_string()
}

/// Returns the level, elevation and part of each rating.
fn shown(bulletin: &Bulletin) -> Vec<(Option<u8>, String, Part)> {
    let row = |rating: &Rating| {
        (rating.danger.level().map(Level::number), rating.elevation.to_string(), rating.part)
    };
    bulletin.ratings.iter().map(row).collect()
}

#[test]
fn risks_have_elevations_and_parts_of_the_day() {
    let risen = r#"RISQUE1="1" EVOLURISQUE1="2" LOC1="&lt;2200" ALTITUDE="2200" RISQUE2="2" EVOLURISQUE2="3" LOC2="&gt;2200" RISQUEMAXI="3""#;
    let bulletin = one(risen);
    assert_eq!(
        shown(&bulletin),
        [
            (Some(1), "below 2200 m".to_owned(), Part::Earlier),
            (Some(2), "below 2200 m".to_owned(), Part::Later),
            (Some(2), "above 2200 m".to_owned(), Part::Earlier),
            (Some(3), "above 2200 m".to_owned(), Part::Later),
        ]
    );
    let whole = one(r#"RISQUE1="2" EVOLURISQUE1="" LOC1="" ALTITUDE="" RISQUE2="" LOC2="" RISQUEMAXI="2""#);
    assert_eq!(shown(&whole), [(Some(2), "at all elevations".to_owned(), Part::AllDay)]);
    let only_highest = one(r#"RISQUE1="-1" RISQUE2="-1" RISQUEMAXI="4""#);
    assert_eq!(shown(&only_highest), [(Some(4), "at all elevations".to_owned(), Part::AllDay)]);
    let unrated = one(r#"RISQUE1="" RISQUEMAXI="-1""#);
    assert_eq!(unrated.ratings, [Rating::everywhere(Danger::Unrated(UnratedReason::NoRating))]);
}

#[test]
fn times_texts_and_problems_are_read() {
    let bulletin = one(r#"RISQUE1="2" RISQUEMAXI="2""#);
    let valid = bulletin.valid.unwrap();
    // French winter time.
    assert_eq!(valid.from.to_string(), "2026-01-09T15:00:00.000Z");
    assert_eq!(valid.to.to_string(), "2026-01-10T17:00:00.000Z");
    assert_eq!(bulletin.issued_at.unwrap().to_string(), "2026-01-09T14:58:00.000Z");
    assert_eq!(bulletin.regions[0].id, "FR-03");
    assert_eq!(bulletin.problems.len(), 1);
    assert_eq!(bulletin.problems[0].kind, "wind_slab");
    assert_eq!(bulletin.headline, Some("Plaques & vent".to_owned().into()));
    assert_eq!(bulletin.comment, Some("Départs & plaques".to_owned().into()), "not the quality of the snow");
    assert_eq!(bulletin.outlook, Some("En baisse".to_owned().into()));
}

#[test]
fn contradictions_are_rejected() {
    assert!(rejected(r#"RISQUE1="2" RISQUEMAXI="3""#).contains("highest risk"));
    assert!(rejected(r#"RISQUE1="1" RISQUE2="2" RISQUEMAXI="2""#).contains("without an elevation"));
    assert!(
        rejected(r#"RISQUE1="1" LOC1="&lt;2200" RISQUE2="2" LOC2="&gt;2200" RISQUEMAXI="2""#)
            .contains("without an elevation")
    );
    assert!(rejected(r#"RISQUE1="6" RISQUEMAXI="6""#).contains("from 1 to 5"));
    assert!(
        rejected(r#"RISQUE1="1" LOC1="&lt;high" ALTITUDE="high" RISQUEMAXI="1""#)
            .contains("elevation is unreadable")
    );
}

#[test]
fn other_files_are_not_bulletins() {
    let message = "<?xml version=\"1.0\"?>\n<message><![CDATA[Pour connaître les conditions]]></message>";
    let read_message = read(message.as_bytes()).unwrap();
    assert!(read_message.bulletins.is_empty() && read_message.faults.is_empty());
    let kind = |body: &str| read(body.as_bytes()).unwrap_err().kind;
    assert_eq!(kind(" "), Kind::Empty);
    assert_eq!(kind("<html><body>Error</body></html>"), Kind::Html);
    assert!(matches!(kind("<fault>no</fault>"), Kind::Malformed(_)));
    let whole = file(r#"RISQUE1="2" RISQUEMAXI="2""#);
    let cut = whole.find("</STABILITE>").unwrap();
    assert_eq!(kind(&whole[..cut]), Kind::Truncated);
    let list = format!("<Bulletins nombre=\"2\">{}</Bulletins>", whole.split_once("?>").unwrap().1);
    assert_eq!(
        read(list.as_bytes()).unwrap().bulletins.len(),
        1,
        "the number of the list is not that of its items"
    );
}

#[test]
fn massifs_with_resorts_are_requested() {
    let subjects = MeteoFrance.subjects(Timestamp::from_millis(0));
    assert!(subjects.len() > 20, "{}", subjects.len());
    let chamonix = subjects.iter().find(|subject| subject.name == "FR-03").unwrap();
    assert_eq!(chamonix.request.path, "/public/DPBRA/v1/massif/BRA?id-massif=3&format=xml");
    assert!(chamonix.may_be_missing, "the file is missing out of season");
    assert!(covers("FR-64") && !covers("FR") && !covers("CH-1226"));
}
