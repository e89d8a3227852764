//! From a benchmark's `params` and `fixed` to sets of parameters. What they mean, its implementations know.

use toml_edit::Value;

use crate::model::Params;
use crate::suite::parts::fields::Fields;

/// Most combinations of parameters: each is a comparison at every size.
const MOST_PARAMS: usize = 1000;

/// Every combination of the parameters' values.
pub(crate) fn read_params(fields: &Fields<'_>) -> Vec<Params> {
    let mut all = vec![Params::new()];
    let Some(params) = fields.table("params", "`params`") else { return all };
    for name in params.keys() {
        params.check_name(&name);
        let values = params.array(&name.value, "an array of values, such as `[1, 6]`");
        if values.as_ref().is_some_and(Vec::is_empty) {
            params.tell(&name.place, format!("`{}` is empty; write at least one value", name.value));
        }
        let mut texts: Vec<String> = Vec::new();
        for (value, place) in values.unwrap_or_default() {
            match param_text(value) {
                Some(text) if texts.contains(&text) => {
                    params.tell(&place, format!("`{}` has the value `{text}` twice", name.value));
                }
                Some(text) => texts.push(text),
                None => params.tell(&place, expected(&name.value)),
            }
        }
        if all.len().saturating_mul(texts.len()) > MOST_PARAMS {
            params.tell(&params.place, format!("`params` has more than {MOST_PARAMS} combinations; take fewer values"));
            return vec![Params::new()];
        }
        if !texts.is_empty() {
            all = with_each(&all, &name.value, &texts);
        }
    }
    params.finish();
    all
}

/// Each of the sets with each of a parameter's values.
pub fn with_each(sets: &[Params], name: &str, values: &[String]) -> Vec<Params> {
    let with = |set: &Params, value: &String| -> Params {
        set.clone().into_iter().chain([(name.to_owned(), value.clone())]).collect()
    };
    sets.iter().flat_map(|set| values.iter().map(move |value| with(set, value))).collect()
}

/// Parameters of one value each, none of which is an axis too.
pub(crate) fn read_fixed(fields: &Fields<'_>, axes: &[Params]) -> Params {
    let mut all = Params::new();
    let Some(fixed) = fields.table("fixed", "`fixed`") else { return all };
    for name in fixed.keys() {
        fixed.check_name(&name);
        let Some((item, place)) = fixed.item(&name.value) else { continue };
        if axes.iter().any(|set| set.contains_key(&name.value)) {
            fixed.tell(&name.place, format!("`{}` stands in `params` already; leave one out", name.value));
        }
        match item.as_value().and_then(param_text) {
            Some(text) => {
                all.insert(name.value, text);
            }
            None => fixed.tell(&place, expected(&name.value)),
        }
    }
    fixed.finish();
    all
}

fn expected(name: &str) -> String {
    format!("expected a number, a truth value or text of one line as value of `{name}`")
}

fn param_text(value: &Value) -> Option<String> {
    let text = value.as_str().map(str::to_owned);
    let text = text.or_else(|| value.as_integer().map(|number| number.to_string()));
    let text = text.or_else(|| value.as_float().map(|number| number.to_string()));
    let text = text.or_else(|| value.as_bool().map(|truth| truth.to_string()));
    text.filter(|text| !text.contains(['\n', '\r', '\0']))
}
