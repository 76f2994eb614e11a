-- One row: whether any case has its own question, and whether any has several images.
select
    exists (from cases where text is not null) as has_questions,
    exists (from case_images where position > 1) as has_several_images;
