//! The tables of operators.

diesel::table! {
    operator_organisations (id) {
        id -> Text,
        name -> Text,
        created_at -> BigInt,
    }
}

diesel::table! {
    operator_grants (slug, organisation) {
        slug -> Text,
        organisation -> Text,
        granted_at -> BigInt,
        revoked_at -> Nullable<BigInt>,
    }
}

diesel::table! {
    operator_keys (digest) {
        digest -> Text,
        id -> Text,
        organisation -> Text,
        slug -> Text,
        name -> Text,
        used_as -> Text,
        role -> Text,
        created_at -> BigInt,
        expires_at -> Nullable<BigInt>,
        revoked_at -> Nullable<BigInt>,
    }
}

diesel::table! {
    operator_reports (slug, id) {
        slug -> Text,
        id -> Text,
        sequence -> BigInt,
        state -> Text,
        channel -> Text,
        author -> Text,
        request -> Text,
        observed_at -> BigInt,
        made_at -> BigInt,
        published_at -> Nullable<BigInt>,
        ended_at -> Nullable<BigInt>,
        report -> Text,
        former -> Nullable<Text>,
    }
}

diesel::table! {
    operator_edits (slug, id) {
        slug -> Text,
        id -> Text,
        revision -> BigInt,
        state -> Text,
        author -> Text,
        made_at -> BigInt,
        ended_at -> Nullable<BigInt>,
        edits -> Text,
        former -> Nullable<Text>,
    }
}

diesel::table! {
    operator_members (account, organisation) {
        account -> Text,
        organisation -> Text,
        role -> Text,
        since -> BigInt,
        revoked_at -> Nullable<BigInt>,
    }
}

diesel::table! {
    operator_audit (slug, id) {
        slug -> Text,
        id -> Text,
        at -> BigInt,
        who -> Text,
        act -> Text,
        detail -> Text,
    }
}

diesel::allow_tables_to_appear_in_same_query!(operator_keys, operator_grants);
diesel::allow_tables_to_appear_in_same_query!(operator_members, operator_grants);
