use super::*;

const HELP: &str = "Options:
      --open-meteo-url <URL>
          Base address of the Open-Meteo forecast API [env: SNOW_OPEN_METEO_URL=]
      --snotel-url <URL>
          Base address of the station network SNOTEL [env: SNOW_SNOTEL_URL=]
      --a-bulletin-url <URL>
          Base address of A bulletin, or none [env: SNOW_A_BULLETIN_URL=]
      --roads-url <URL>
          Base address of Roads, or none [env: SNOW_ROADS_URL=]
";

#[test]
fn lanes_match_help() {
    let lanes = lanes(HELP);
    let ids: Vec<(&str, bool)> = lanes.iter().map(|lane| (lane.id.as_str(), lane.is_network)).collect();
    assert_eq!(ids, [("snotel", true), ("a-bulletin", false), ("roads", false)]);
    let address: SocketAddr = "127.0.0.1:1".parse().unwrap();
    let of = |at: usize| flags(&lanes, &lanes[at], address).join(" ");
    assert_eq!(
        of(0),
        "--stations snotel --no-winter-refresh --a-bulletin-url none --roads-url none \
         --open-meteo-url http://127.0.0.1:9 --snotel-url http://127.0.0.1:1"
    );
    assert!(of(1).starts_with("--stations none --no-winter-refresh --roads-url none --open-meteo-url"));
}
