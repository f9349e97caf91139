// The on-hold sample: a calm loop in G with a spoken message over it.
import { addKey, addPad } from './instruments.ts';
import { onHoldSeconds } from './narration.ts';
import { addMono, addShaped, rate, silence, soxStereo } from './pcm.ts';
import type { Stereo } from './pcm.ts';
import { duckAt } from './speech.ts';
import type { Cue } from './speech.ts';

type Chord = { bass: number; tones: number[]; tune: [number, number][] };

// Gmaj9, Em9, Cmaj9, D6sus4, Bm7, Em9, Am9, D9sus4; `tune` holds [beat, pitch], eight beats to a chord.
const chords: Chord[] = [
  {
    bass: 43,
    tones: [59, 62, 66, 69],
    tune: [
      [0, 78],
      [3, 74],
      [6, 76],
    ],
  },
  {
    bass: 40,
    tones: [59, 62, 66, 67],
    tune: [
      [1, 74],
      [4, 71],
    ],
  },
  {
    bass: 36,
    tones: [59, 62, 64, 67],
    tune: [
      [0, 74],
      [3, 76],
      [6, 79],
    ],
  },
  {
    bass: 38,
    tones: [57, 59, 64, 67],
    tune: [
      [1, 76],
      [5, 74],
    ],
  },
  {
    bass: 47,
    tones: [57, 62, 66, 69],
    tune: [
      [0, 78],
      [3, 81],
      [6, 78],
    ],
  },
  {
    bass: 40,
    tones: [59, 62, 66, 67],
    tune: [
      [1, 76],
      [4, 74],
    ],
  },
  {
    bass: 45,
    tones: [59, 60, 64, 67],
    tune: [
      [0, 72],
      [3, 74],
      [6, 76],
    ],
  },
  {
    bass: 38,
    tones: [60, 62, 64, 67],
    tune: [
      [1, 74],
      [5, 69],
    ],
  },
];
const chordSeconds = onHoldSeconds / chords.length;
const beat = chordSeconds / 8;
// The order in which a chord's four tones are picked.
const picking = [0, 2, 1, 3, 2, 1, 3, 2];

function music(): Stereo {
  const track = silence(onHoldSeconds);
  chords.forEach((chord, index) => {
    const at = index * chordSeconds;
    addKey(track, { at, seconds: chordSeconds * 0.9, pitch: chord.bass, gain: 0.17 }, 0.6);
    addKey(track, { at: at + 5 * beat, seconds: beat * 2.5, pitch: chord.bass + 12, gain: 0.07 }, 0.5);
    chord.tones.forEach((pitch, tone) =>
      addPad(track, { at, seconds: chordSeconds - 0.3, pitch, gain: 0.03, pan: tone * 0.3 - 0.45 }),
    );
    picking.forEach((tone, step) => {
      // Every second note is late and softer: a slight swing, so it does not sound mechanical.
      const late = step % 2 ? beat * 0.12 : 0;
      const gain = step % 2 ? 0.042 : 0.058;
      addKey(track, {
        at: at + step * beat + late,
        seconds: beat * 2.4,
        pitch: chord.tones[tone] ?? 60,
        gain,
        pan: tone * 0.25 - 0.375,
      });
    });
    for (const [step, pitch] of chord.tune)
      addKey(track, { at: at + step * beat, seconds: beat * 3, pitch, gain: 0.06, pan: 0.1 }, 0.9);
  });
  return track;
}

/**
 * Applies reverb to two repetitions and keeps the second. Its start contains the echo of the end, so it
 * loops.
 */
async function loopWithReverb(track: Stereo): Promise<Stereo> {
  const twice = silence(onHoldSeconds * 2);
  for (const side of ['left', 'right'] as const) {
    twice[side].set(track[side], 0);
    twice[side].set(track[side], track[side].length);
  }
  const wet = await soxStereo(twice, ['lowpass', '5200', 'reverb', '45', '50', '80', '100', '8', '-3']);
  const from = Math.round(onHoldSeconds * rate);
  return { left: wet.left.slice(from, from * 2), right: wet.right.slice(from, from * 2) };
}

export async function onHoldSound(cues: Cue[]): Promise<Stereo> {
  const last = cues.at(-1);
  if (!last || last.end > onHoldSeconds - 0.8)
    throw new Error(`The on-hold message ends at ${last?.end} s: too late for a loop of ${onHoldSeconds} s.`);
  const speech = silence(onHoldSeconds);
  for (const cue of cues) addMono(speech, cue.samples, cue.start);
  const sound = await soxStereo(speech, ['reverb', '14', '60', '35', '30', '4', '-7']);
  addShaped(sound, await loopWithReverb(music()), (time) => 0.95 * (1 - 0.62 * duckAt(cues, time)));
  return sound;
}
