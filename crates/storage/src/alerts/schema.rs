//! The tables of alerts, declared once for both databases; `migrations/` creates them.

use crate::schema::accounts;

diesel::table! {
    alerts (id) {
        id -> Text,
        account_id -> Text,
        kind -> Text,
        slug -> Nullable<Text>,
        threshold_cm -> Nullable<BigInt>,
        window_days -> Nullable<BigInt>,
        quiet -> Text,
        created_at -> BigInt,
    }
}

diesel::table! {
    alert_readings (slug) {
        slug -> Text,
        value -> Text,
    }
}

diesel::table! {
    alert_notices (alert_id, slug, key) {
        alert_id -> Text,
        slug -> Text,
        key -> Text,
        account_id -> Text,
        kind -> Text,
        zone -> Text,
        evidence -> Text,
        observed_at -> BigInt,
        fired_at -> BigInt,
        due_at -> Nullable<BigInt>,
        letter -> Nullable<Text>,
    }
}

diesel::table! {
    alert_ways (account_id) {
        account_id -> Text,
        mail -> Text,
        token -> Text,
        confirm_digest -> Nullable<Text>,
        asked_at -> Nullable<BigInt>,
        bounces -> BigInt,
        webhook_id -> Nullable<Text>,
        language -> Nullable<Text>,
        morning -> Nullable<BigInt>,
    }
}

diesel::table! {
    alert_letters (id) {
        id -> Text,
        account_id -> Text,
        made_at -> BigInt,
        due_at -> Nullable<BigInt>,
        claimed_by -> Nullable<Text>,
        attempts -> BigInt,
        ended_at -> Nullable<BigInt>,
        outcome -> Nullable<Text>,
    }
}

diesel::allow_tables_to_appear_in_same_query!(alert_letters, alert_ways, accounts);
