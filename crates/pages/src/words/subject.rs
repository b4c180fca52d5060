//! Messages of one subject with all languages side by side: a missing translation does not compile.

/// Defines a struct of messages, and its value in each language: `name: type = en, de, fr, it, es, ja;`.
macro_rules! subject {
    (
        $(#[$about:meta])* $subject:ident:
        $($(#[$what:meta])* $name:ident: $kind:ty = $en:expr, $de:expr, $fr:expr, $it:expr, $es:expr, $ja:expr;)*
    ) => {
        $(#[$about])*
        pub(crate) struct $subject {
            $($(#[$what])* pub(crate) $name: $kind,)*
        }

        impl $subject {
            pub(super) const EN: &'static Self = &Self { $($name: $en,)* };
            pub(super) const DE: &'static Self = &Self { $($name: $de,)* };
            pub(super) const FR: &'static Self = &Self { $($name: $fr,)* };
            pub(super) const IT: &'static Self = &Self { $($name: $it,)* };
            pub(super) const ES: &'static Self = &Self { $($name: $es,)* };
            pub(super) const JA: &'static Self = &Self { $($name: $ja,)* };
        }
    };
}

pub(super) use subject;
