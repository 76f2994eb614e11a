// The keys of a page without a header that has them.
function run({ data, setTriggerValue }) {
  return listenToKeys(data, key => setTriggerValue("pressed", key))
}
