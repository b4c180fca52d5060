use super::least_cm;

#[test]
fn reads_amounts_in_six_languages() {
    for (question, cm) in [
        ("Will there be at least 20 cm of snow in Alta tomorrow?", Some(20.0)),
        ("20cm or more?", Some(20.0)),
        ("Will Alta get a foot of snow on 28 November?", Some(30.48)),
        ("More than 10 inches on Sunday?", Some(25.4)),
        ("Mindestens 7,5 cm am 3. Januar?", Some(7.5)),
        ("明日20センチ以上降りますか？", Some(20.0)),
        ("Snow at 3000 m on 20 February?", None),
        ("Is it snowing at the foot of the mountain?", None),
        ("", None),
    ] {
        assert_eq!(least_cm(question), cm, "{question}");
    }
}
