use super::*;

#[test]
fn paths_belong_to_interfaces() {
    for (path, interface) in [
        ("/api/v1/resorts/{slug}/conditions", Interface::Api),
        ("/api/v1/webhooks", Interface::Api),
        ("/api/v1/operator/resorts/{slug}/reports", Interface::Operators),
        ("/mcp", Interface::Connector),
        ("/mcp/r/{slug}", Interface::Connector),
        ("/mcp/account", Interface::Connector),
        ("/mcp/c/{token}", Interface::Operators),
        ("/mcp/write", Interface::Operators),
        ("/account/sign-in", Interface::Accounts),
        ("/{language:de|fr}/account", Interface::Accounts),
        ("/de/account/link", Interface::Accounts),
        ("/operator/zermatt", Interface::Operators),
        ("/operators", Interface::Pages),
        ("/{language:de|fr}/resorts/{slug}", Interface::Pages),
        ("/", Interface::Pages),
        ("/de", Interface::Pages),
        ("/readyz", Interface::Service),
        ("/.well-known/schemas/x.json", Interface::Service),
    ] {
        assert_eq!(of_path(path), interface, "{path}");
    }
}

#[test]
fn tools_read_by_post() {
    assert_eq!(access(Interface::Connector, &Method::POST), Access::Read);
    assert_eq!(access(Interface::Api, &Method::POST), Access::Write);
    assert_eq!(access(Interface::Pages, &Method::HEAD), Access::Read);
}
