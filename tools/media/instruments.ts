// Two soft synthesized instruments: a pad (slow, breathing) and keys (a mellow electric piano).
import { mixIn, rate } from './pcm.ts';
import type { Stereo } from './pcm.ts';

export type Note = {
  at: number;
  seconds: number;
  /** MIDI number: 60 is middle C. */
  pitch: number;
  gain: number;
  /** -1 left, 1 right. */
  pan?: number;
};

const turn = Math.PI * 2;

function hertz(pitch: number): number {
  return 440 * 2 ** ((pitch - 69) / 12);
}

/** Adds a sound to the track. What runs past the end continues at the start, so the track loops. */
function place(
  track: Stereo,
  note: Note,
  length: number,
  sampleAt: (seconds: number, side: number) => number,
): void {
  const offset = Math.round(note.at * rate);
  const pan = note.pan ?? 0;
  const gains = [
    note.gain * Math.cos(((pan + 1) * Math.PI) / 4),
    note.gain * Math.sin(((pan + 1) * Math.PI) / 4),
  ] as const;
  for (let i = 0; i < Math.round(length * rate); i += 1) {
    const index = (offset + i) % track.left.length;
    mixIn(track.left, index, sampleAt(i / rate, -1) * gains[0]);
    mixIn(track.right, index, sampleAt(i / rate, 1) * gains[1]);
  }
}

/**
 * Three slightly detuned voices with a slow attack. Each channel has different detuning, which makes it sound
 * wide.
 */
export function addPad(track: Stereo, note: Note, attack = 0.9, release = 1.6): void {
  const base = hertz(note.pitch);
  place(track, note, note.seconds + release, (time, side) => {
    const rise = Math.min(1, time / attack);
    const fall = Math.min(1, Math.max(0, (note.seconds + release - time) / release));
    const swell = Math.sin((rise * Math.PI) / 2) ** 2 * fall * fall;
    let sum = 0;
    for (const cents of [-4, 0, 5]) {
      const phase = turn * base * 2 ** ((cents * side) / 1200) * time + cents;
      sum += Math.sin(phase) + 0.22 * Math.sin(2 * phase) + 0.07 * Math.sin(3 * phase);
    }
    return (sum / 3) * swell;
  });
}

/** Two-operator FM: a struck bar whose brightness fades faster than its tone. */
export function addKey(track: Stereo, note: Note, brightness = 1.1): void {
  const base = hertz(note.pitch);
  const decay = 1.5 + (72 - note.pitch) * 0.03;
  place(track, note, note.seconds + 1.2, (time) => {
    const strike = Math.min(1, time / 0.006);
    const damped = time > note.seconds ? Math.exp(-(time - note.seconds) * 6) : 1;
    const end = Math.min(1, (note.seconds + 1.2 - time) / 0.05);
    const tine = brightness * Math.exp(-time * 5) * Math.sin(turn * base * time);
    const bell = 0.12 * brightness * Math.exp(-time * 9) * Math.sin(turn * base * 7 * time);
    return (
      (Math.sin(turn * base * time + tine) + bell) *
      Math.exp(-time / decay) *
      strike *
      damped *
      Math.max(0, end)
    );
  });
}
