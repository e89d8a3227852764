// Follows a run under way: the server tells counts, this writes them into the page.
"use strict";
const box = document.getElementById("live");
if (box) {
  const source = new EventSource("/run/" + box.dataset.run + "/live");
  const put = (name, text) => {
    const place = box.querySelector("[data-count=" + name + "]");
    if (place) place.textContent = text;
  };
  source.addEventListener("pulse", (event) => {
    const pulse = JSON.parse(event.data);
    for (const name of ["stopped", "comparisons", "blocks", "samples", "launches", "failures"]) {
      put(name, pulse[name].toLocaleString("en"));
    }
    const bar = box.querySelector("progress");
    bar.max = Math.max(pulse.comparisons, 1);
    bar.value = pulse.stopped;
    if (pulse.word !== "running") {
      source.close();
      location.reload();
    }
  });
}
