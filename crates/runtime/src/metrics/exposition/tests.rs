use super::plain;

#[test]
fn comments_get_the_suffixes_of_samples() {
    let openmetrics = "\
# HELP snow_http_requests Requests by route and status.
# TYPE snow_http_requests counter
snow_http_requests_total{route=\"# HELP\"} 3
# HELP snow_build Version of the program.
# TYPE snow_build info
snow_build_info{version=\"1\"} 1
# HELP snow_age_seconds Age of it.
# TYPE snow_age_seconds gauge
# UNIT snow_age_seconds seconds
snow_age_seconds 1.5
# EOF
";
    let expected = "\
# HELP snow_http_requests_total Requests by route and status.
# TYPE snow_http_requests_total counter
snow_http_requests_total{route=\"# HELP\"} 3
# HELP snow_build_info Version of the program.
# TYPE snow_build_info gauge
snow_build_info{version=\"1\"} 1
# HELP snow_age_seconds Age of it.
# TYPE snow_age_seconds gauge
snow_age_seconds 1.5
";
    assert_eq!(plain(openmetrics), expected);
}
