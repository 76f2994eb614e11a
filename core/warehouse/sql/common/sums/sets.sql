-- Rows: sets of cases that count together, per run and question, with the agreement of the answers to the cases.
-- core/statistics/set_consistency.py defines the same for arrays; tests/warehouse/test_sums_of_sets.py keeps both equal.
asked_in as (
    select
        protocol,
        set_id,
        case_id,
        question_id,
        options,
        meanings,
        count(*) over (partition by protocol, set_id, question_id) as n_asked
    from case_sets
    semi join selected_cases($filters) using (case_id)
    join asked using (case_id)
),

-- An option counts by its text, whatever its letter; one about a mirrored image also by its statement about the image.
said_in as (
    select
        run_id,
        model_id,
        run_label,
        model_kind,
        question_id,
        question_kind,
        group_id,
        case_id,
        protocol,
        set_id,
        n_asked,
        is_right(score, question_kind, $right_at) as is_right,
        chance,
        true_option,
        value,
        if(value is null, null, said) as option_said,
        coalesce(meanings[list_position(options, option_said)], option_said) as option_meant
    from selected_answers($filters)
    join asked_in using (case_id, question_id)
),

in_common as (
    select
        run_id,
        model_id,
        run_label,
        model_kind,
        question_id,
        question_kind,
        protocol,
        set_id,
        min(group_id) as group_id,
        max(n_asked) as n_asked,
        count(*) as n_answers,
        count(is_right) as n_read,
        count(*) filter (is_right) as n_right,
        max(is_right) filter (case_id = set_id) as is_first_right,
        min(value) as smallest,
        max(value) as largest,
        min(option_said) = max(option_said) as is_one_option,
        min(option_meant) = max(option_meant) as is_one_meaning,
        if(min(true_option) = max(true_option), avg(chance), product(chance)) as guessed
    from said_in
    group by all
),

counted as (
    select
        *,
        case question_kind
            when 'choice' then is_one_option
            when 'class' then smallest = largest
            when 'name' then smallest = largest
            when 'ratio' then largest * (1 - $tolerance) <= smallest * (1 + $tolerance) + $rounding
            else largest - smallest <= 2 * $tolerance * $largest_error_deg + $rounding
        end as is_same,
        if(question_kind = 'choice', is_one_meaning, is_same) as is_mirrored,
        n_answers > 1 as has_several,
        has_several and n_read = n_asked as is_whole,
        n_right + n_asked - n_read as n_not_wrong,
        if(is_whole, (n_right = n_asked)::double, null) as "binary",
        if(has_several, (n_right = n_asked)::double, null) as binary_least,
        if(has_several, (n_not_wrong = n_asked)::double, null) as binary_most,
        if(is_whole, n_right / n_asked, null) as graded,
        if(has_several, n_right / n_asked, null) as graded_least,
        if(has_several, n_not_wrong / n_asked, null) as graded_most,
        if(is_whole, is_same::double, null) as stable,
        if(has_several, (n_read = n_asked and is_same)::double, null) as stable_least,
        if(has_several, (n_read = 0 or is_same)::double, null) as stable_most,
        if(is_whole, is_mirrored::double, null) as mirrored,
        if(is_whole and question_kind = 'choice', guessed, null) as repeated_guess,
        if(is_whole, is_first_right::double, null) as "first",
        if(is_first_right is null, null, "binary") as "every"
    from in_common
)
