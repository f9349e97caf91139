// The promo's sound: speech, two rings, a chime at the booking, and background music that brightens with the
// light.
import type { SoundCaption } from './narration.ts';
import { addKey, addPad } from './instruments.ts';
import { addMono, addShaped, silence, soxStereo } from './pcm.ts';
import type { Stereo } from './pcm.ts';
import { cueOf, duckAt } from './speech.ts';
import type { Cue } from './speech.ts';

const ringNotes = [76, 83, 76, 83, 76, 83, 76, 83];
const ringStep = 0.105;

/** The times of all events besides speech, for the video and the sound. */
export type Marks = {
  rings: number[];
  ringSeconds: number;
  answer: number;
  booked: number;
  morning: number;
  closing: number;
};

export function promoMarks(cues: Cue[]): Marks {
  return {
    rings: [0.35, cueOf(cues, 'open').end - 0.2],
    ringSeconds: ringNotes.length * ringStep,
    answer: cueOf(cues, 'greet').start - 0.75,
    booked: cueOf(cues, 'booked').end + 0.1,
    morning: cueOf(cues, 'calendar').start - 0.2,
    closing: cueOf(cues, 'name').start - 0.55,
  };
}

export function ringCaptions(marks: Marks): SoundCaption[] {
  return marks.rings.map((start) => ({
    text: 'Phone rings',
    start,
    end: Math.round((start + marks.ringSeconds) * 1000) / 1000,
  }));
}

// Low and open at night, with a third and a ninth in the morning, and the root at the end.
function bed(cues: Cue[], marks: Marks, seconds: number): Stereo {
  const track = silence(seconds + 4);
  const chords: [number, number, number[]][] = [
    [0, marks.answer, [38, 45, 57]],
    [marks.answer, cueOf(cues, 'offer').start, [38, 50, 57, 61, 66, 69]],
    [cueOf(cues, 'offer').start, marks.booked, [35, 47, 54, 57, 62, 69]],
    [marks.booked, marks.closing, [43, 50, 57, 59, 66, 71]],
    [marks.closing, seconds - 0.6, [38, 50, 57, 64, 66, 69]],
  ];
  for (const [from, to, pitches] of chords) {
    pitches.forEach((pitch, index) => {
      addPad(track, { at: from, seconds: to - from, pitch, gain: 0.05, pan: (index % 2 ? 1 : -1) * 0.35 });
    });
  }
  return track;
}

function bells(marks: Marks, seconds: number): Stereo {
  const track = silence(seconds + 4);
  for (const ring of marks.rings) {
    ringNotes.forEach((pitch, index) =>
      addKey(track, { at: ring + index * ringStep, seconds: 0.09, pitch, gain: 0.1, pan: 0.25 }, 1.6),
    );
  }
  [74, 78, 81, 86].forEach((pitch, index) => {
    addKey(track, {
      at: marks.booked + 0.5 + index * 0.09,
      seconds: 1.2,
      pitch,
      gain: 0.075,
      pan: -0.2 + index * 0.15,
    });
  });
  [62, 69, 76].forEach((pitch, index) =>
    addKey(track, { at: marks.closing + 0.2 + index * 0.12, seconds: 2.4, pitch, gain: 0.06 }),
  );
  return track;
}

export async function promoSound(cues: Cue[], marks: Marks, seconds: number): Promise<Stereo> {
  const speech = silence(seconds);
  for (const cue of cues) addMono(speech, cue.samples, cue.start);
  const sound = await soxStereo(speech, ['reverb', '14', '60', '35', '30', '4', '-7']);
  const music = await soxStereo(bed(cues, marks, seconds), [
    'lowpass',
    '2600',
    'reverb',
    '60',
    '50',
    '90',
    '100',
    '10',
    '-2',
  ]);
  const struck = await soxStereo(bells(marks, seconds), ['reverb', '40', '50', '70', '100', '5', '-3']);
  const fadeOut = (time: number): number => Math.min(1, Math.max(0, (seconds - 0.05 - time) / 1.3));
  addShaped(sound, music, (time) => (1 - 0.5 * duckAt(cues, time)) * fadeOut(time));
  addShaped(sound, struck, fadeOut);
  return sound;
}
