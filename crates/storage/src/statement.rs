//! Statements that a connection prepares once. diesel caches prepared statements except raw SQL and, on SQLite, lists
//! of values, because every length of a list is another text. Parsing and planning these again was a third of the cost
//! of a delivery.

use std::marker::PhantomData;

use diesel::backend::Backend;
use diesel::expression::{AppearsOnTable, Expression, SelectableExpression, ValidGrouping};
use diesel::pg::Pg;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::result::QueryResult;
use diesel::serialize::{IsNull, Output, Result as Written, ToSql};
use diesel::sql_types::{Array, Bool, HasSqlType, Text, Untyped};
use diesel::sqlite::Sqlite;

#[cfg(test)]
mod tests;

/// Creates a statement with the placeholders of the database: like `diesel::sql_query`, but cached.
pub(crate) const fn prepared(sql: &'static str) -> PreparedStatement<()> {
    PreparedStatement { sql, bound: () }
}

/// A statement made by [`prepared`].
pub(crate) struct PreparedStatement<B> {
    sql: &'static str,
    bound: B,
}

/// A value that follows the earlier ones.
pub(crate) struct Bound<B, V, S> {
    before: B,
    value: V,
    of_type: PhantomData<S>,
}

impl<B> PreparedStatement<B> {
    /// Binds the value of the next placeholder.
    pub(crate) fn bind<S, V>(self, value: V) -> PreparedStatement<Bound<B, V, S>> {
        PreparedStatement { sql: self.sql, bound: Bound { before: self.bound, value, of_type: PhantomData } }
    }
}

impl<DB: Backend, B: QueryFragment<DB>> QueryFragment<DB> for PreparedStatement<B> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, DB>) -> QueryResult<()> {
        out.push_sql(self.sql);
        self.bound.walk_ast(out)
    }
}

impl<DB, B, V, S> QueryFragment<DB> for Bound<B, V, S>
where
    DB: Backend + HasSqlType<S>,
    B: QueryFragment<DB>,
    V: ToSql<S, DB>,
{
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, DB>) -> QueryResult<()> {
        self.before.walk_ast(out.reborrow())?;
        out.push_bind_param_value_only::<S, _>(&self.value)
    }
}

/// Identified by its text.
impl<B> QueryId for PreparedStatement<B> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<B> Query for PreparedStatement<B> {
    type SqlType = Untyped;
}

impl<B, C> diesel::RunQueryDsl<C> for PreparedStatement<B> {}

/// Matches a column that is one of these texts: one placeholder, however many there are.
pub(crate) fn among<C, T: AsRef<str>>(column: C, texts: impl IntoIterator<Item = T>) -> AmongTexts<C, true> {
    AmongTexts { column, texts: Texts::new(texts) }
}

/// Matches a column that is none of these texts.
pub(crate) fn not_among<C, T: AsRef<str>>(
    column: C,
    texts: impl IntoIterator<Item = T>,
) -> AmongTexts<C, false> {
    AmongTexts { column, texts: Texts::new(texts) }
}

/// A condition made by [`among`] or [`not_among`].
#[derive(Debug, Clone)]
pub(crate) struct AmongTexts<C, const IS: bool> {
    column: C,
    texts: Texts,
}

/// An array on PostgreSQL, its JSON on SQLite.
#[derive(Debug, Clone)]
struct Texts(Vec<String>);

impl Texts {
    fn new<T: AsRef<str>>(texts: impl IntoIterator<Item = T>) -> Self {
        Self(texts.into_iter().map(|text| text.as_ref().to_owned()).collect())
    }
}

impl ToSql<Text, Sqlite> for Texts {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Sqlite>) -> Written {
        out.set_value(serde_json::to_string(&self.0)?);
        Ok(IsNull::No)
    }
}

impl<C: QueryFragment<Sqlite>, const IS: bool> QueryFragment<Sqlite> for AmongTexts<C, IS> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Sqlite>) -> QueryResult<()> {
        self.column.walk_ast(out.reborrow())?;
        out.push_sql(if IS { " IN " } else { " NOT IN " });
        out.push_sql("(SELECT value FROM json_each(");
        out.push_bind_param::<Text, _>(&self.texts)?;
        out.push_sql("))");
        Ok(())
    }
}

impl<C: QueryFragment<Pg>, const IS: bool> QueryFragment<Pg> for AmongTexts<C, IS> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        self.column.walk_ast(out.reborrow())?;
        out.push_sql(if IS { " = ANY(" } else { " <> ALL(" });
        out.push_bind_param::<Array<Text>, _>(&self.texts.0)?;
        out.push_sql(")");
        Ok(())
    }
}

impl<C: QueryId, const IS: bool> QueryId for AmongTexts<C, IS> {
    type QueryId = AmongTexts<C::QueryId, IS>;
    const HAS_STATIC_QUERY_ID: bool = C::HAS_STATIC_QUERY_ID;
}

impl<C: Expression<SqlType = Text>, const IS: bool> Expression for AmongTexts<C, IS> {
    type SqlType = Bool;
}

impl<C: ValidGrouping<G>, G, const IS: bool> ValidGrouping<G> for AmongTexts<C, IS> {
    type IsAggregate = C::IsAggregate;
}

impl<C, F, const IS: bool> AppearsOnTable<F> for AmongTexts<C, IS>
where
    C: AppearsOnTable<F>,
    Self: Expression,
{
}

impl<C, F, const IS: bool> SelectableExpression<F> for AmongTexts<C, IS>
where
    C: SelectableExpression<F>,
    Self: AppearsOnTable<F>,
{
}

/// Matches two columns that are one of these pairs, with one lookup per pair; two separate lists would match every
/// combination.
pub(crate) fn paired<A, B, T: AsRef<str>>(
    columns: (A, B),
    pairs: impl IntoIterator<Item = (T, T)>,
) -> PairCondition<A, B> {
    let owned = |(first, second): (T, T)| (first.as_ref().to_owned(), second.as_ref().to_owned());
    let (firsts, seconds) = pairs.into_iter().map(owned).unzip();
    PairCondition { columns, pairs: Pairs { firsts, seconds } }
}

/// A condition made by [`paired`].
#[derive(Debug, Clone)]
pub(crate) struct PairCondition<A, B> {
    columns: (A, B),
    pairs: Pairs,
}

/// Two arrays on PostgreSQL, a JSON array of arrays on SQLite.
#[derive(Debug, Clone)]
struct Pairs {
    firsts: Vec<String>,
    seconds: Vec<String>,
}

impl ToSql<Text, Sqlite> for Pairs {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Sqlite>) -> Written {
        let pairs: Vec<_> = self.firsts.iter().zip(&self.seconds).collect();
        out.set_value(serde_json::to_string(&pairs)?);
        Ok(IsNull::No)
    }
}

impl<A: QueryFragment<Sqlite>, B: QueryFragment<Sqlite>> QueryFragment<Sqlite> for PairCondition<A, B> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Sqlite>) -> QueryResult<()> {
        out.push_sql("(");
        self.columns.0.walk_ast(out.reborrow())?;
        out.push_sql(", ");
        self.columns.1.walk_ast(out.reborrow())?;
        out.push_sql(") IN (SELECT value ->> 0, value ->> 1 FROM json_each(");
        out.push_bind_param::<Text, _>(&self.pairs)?;
        out.push_sql("))");
        Ok(())
    }
}

impl<A: QueryFragment<Pg>, B: QueryFragment<Pg>> QueryFragment<Pg> for PairCondition<A, B> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql("(");
        self.columns.0.walk_ast(out.reborrow())?;
        out.push_sql(", ");
        self.columns.1.walk_ast(out.reborrow())?;
        out.push_sql(") IN (SELECT * FROM unnest(");
        out.push_bind_param::<Array<Text>, _>(&self.pairs.firsts)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<Text>, _>(&self.pairs.seconds)?;
        out.push_sql("))");
        Ok(())
    }
}

impl<A: QueryId, B: QueryId> QueryId for PairCondition<A, B> {
    type QueryId = PairCondition<A::QueryId, B::QueryId>;
    const HAS_STATIC_QUERY_ID: bool = A::HAS_STATIC_QUERY_ID && B::HAS_STATIC_QUERY_ID;
}

impl<A: Expression<SqlType = Text>, B: Expression<SqlType = Text>> Expression for PairCondition<A, B> {
    type SqlType = Bool;
}

impl<A, B, G> ValidGrouping<G> for PairCondition<A, B>
where
    (A, B): ValidGrouping<G>,
{
    type IsAggregate = <(A, B) as ValidGrouping<G>>::IsAggregate;
}

impl<A: AppearsOnTable<F>, B: AppearsOnTable<F>, F> AppearsOnTable<F> for PairCondition<A, B> where
    Self: Expression
{
}

impl<A: SelectableExpression<F>, B: SelectableExpression<F>, F> SelectableExpression<F>
    for PairCondition<A, B>
where
    Self: AppearsOnTable<F>,
{
}
