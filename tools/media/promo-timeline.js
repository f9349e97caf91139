// Pure helpers that turn time into movement, for promo-scene.js.
'use strict';

const clamp = (value) => Math.min(1, Math.max(0, value));
const easeOut = (value) => 1 - (1 - clamp(value)) ** 3;
const easeBoth = (value) => {
  const x = clamp(value);
  return x < 0.5 ? 4 * x ** 3 : 1 - (2 - 2 * x) ** 3 / 2;
};
const mix = (from, to, share) => from + (to - from) * share;
const mixAll = (from, to, share) => from.map((value, index) => mix(value, to[index], share));

/** 0 before `start`, 1 from `start + length` on, easing out in between. */
const after = (time, start, length) => easeOut((time - start) / length);

/** 0, then 1 between the two moments, then 0, with soft edges. */
const during = (time, start, end, edge = 0.25) =>
  Math.min(after(time, start, edge), 1 - after(time, end, edge));

/** How loud a line is at a moment; 0 outside the line. */
function loudness(cue, time, perSecond) {
  if (time < cue.start || time >= cue.end) return 0;
  const at = (time - cue.start) * perSecond;
  const low = cue.levels[Math.floor(at)] ?? 0;
  const high = cue.levels[Math.floor(at) + 1] ?? low;
  return mix(low, high, at % 1);
}

/** Estimates when each word of a line is spoken, by its length. */
function wordTimes(cue) {
  const words = cue.text.split(' ');
  const weights = words.map((word) => word.length + (/[.,?]$/.test(word) ? 4 : 1.5));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let passed = 0;
  return words.map((word, index) => {
    const start = cue.start + ((cue.end - cue.start) * passed) / total;
    passed += weights[index];
    return { word, start };
  });
}
