//! The tables of grants, declared once for both databases; `migrations/` creates them.

diesel::table! {
    oauth_clients (id) {
        id -> Text,
        metadata -> Text,
        made_at -> BigInt,
        used_at -> Nullable<BigInt>,
    }
}

diesel::table! {
    oauth_grants (id) {
        id -> Text,
        account_id -> Text,
        client_id -> Text,
        client_name -> Text,
        scopes -> Text,
        audience -> Text,
        made_at -> BigInt,
        ended_at -> Nullable<BigInt>,
    }
}

diesel::table! {
    oauth_secrets (digest) {
        digest -> Text,
        kind -> Text,
        grant_id -> Text,
        made_at -> BigInt,
        expires_at -> BigInt,
        used_at -> Nullable<BigInt>,
        redirect -> Nullable<Text>,
        challenge -> Nullable<Text>,
    }
}

diesel::allow_tables_to_appear_in_same_query!(oauth_grants, oauth_secrets);
