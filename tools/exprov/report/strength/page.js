const words = document.getElementById("words"), fate = document.getElementById("fate");
const rows = [...document.querySelectorAll("tbody tr")].map(row => [row, row.textContent.toLowerCase()]);
function filter() {
  const wanted = words.value.toLowerCase().split(/\s+/);
  let shown = 0;
  for (const [row, text] of rows) {
    row.hidden = !((!fate.value || row.className === fate.value) && wanted.every(word => text.includes(word)));
    shown += !row.hidden;
  }
  document.getElementById("shown").textContent = `${shown} of ${rows.length}`;
}
document.querySelector("form").addEventListener("submit", event => event.preventDefault());
words.addEventListener("input", filter);
fate.addEventListener("change", filter);
filter();
