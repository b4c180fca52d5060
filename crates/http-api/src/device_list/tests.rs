use super::{COPY, DeviceList, MOST};

fn slugs(list: &DeviceList) -> Vec<&str> {
    list.slugs.iter().map(String::as_str).collect()
}

#[test]
fn malformed_and_repeated_slugs_are_left_out() {
    let list = DeviceList::parse("zermatt..Zermatt.<b>.st-anton.zermatt.x y");
    assert_eq!((slugs(&list), list.is_copy), (vec!["zermatt", "st-anton"], false));
    assert_eq!(DeviceList::parse(&"a".repeat(101)), DeviceList::default());
}

#[test]
fn list_has_at_most_twenty_slugs() {
    let many: Vec<String> = (0..50).map(|nth| format!("r{nth}")).collect();
    let list = DeviceList::parse(&many.join("."));
    assert_eq!(list.slugs, many[..MOST]);
    assert_eq!(DeviceList::parse(&list.value()), list);
}

#[test]
fn copy_of_an_account_is_not_the_devices_own() {
    let copy = DeviceList::parse(&format!("{COPY}zermatt.alta"));
    assert_eq!((slugs(&copy), copy.uncopied().is_empty()), (vec!["zermatt", "alta"], true));
    assert_eq!(copy.value(), "~zermatt.alta");
    assert_eq!(DeviceList::parse("alta").uncopied(), ["alta"]);
}

#[test]
fn empty_list_removes_the_cookie() {
    assert!(DeviceList::default().header().starts_with("mountains=; Path=/; Max-Age=0;"));
    let header = DeviceList::parse("alta").header();
    assert_eq!(header, "mountains=alta; Path=/; Max-Age=31536000; SameSite=Lax");
}
