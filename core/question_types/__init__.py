"""Types of questions with a rule: how a reply is read, a truth checked, an answer scored."""
