// Turns lines into speech with espeak-ng and places them on a timeline.
import type { Line, Speaker } from './narration.ts';
import { rate, rootMeanSquare, soxMono } from './pcm.ts';
import { run } from './tools.ts';

export type Cue = {
  id: string;
  speaker: Speaker;
  text: string;
  start: number;
  end: number;
  samples: Float32Array;
};

type Voice = { voice: string; speed: number; pitch: number; effects: string[] };

// espeak-ng sounds bright and dry. A gentle cut around 3 kHz, a softer top and a small room make it easier to
// listen to.
const room = [
  'highpass',
  '85',
  'equalizer',
  '210',
  '1q',
  '2',
  'equalizer',
  '3100',
  '1.1q',
  '-4',
  'equalizer',
  '5600',
  '1.5q',
  '-3',
  'lowpass',
  '8200',
];
const telephone = ['highpass', '320', 'lowpass', '3300', 'equalizer', '1500', '1q', '2'];

const voices: Record<Speaker, Voice> = {
  narrator: { voice: 'en-us', speed: 178, pitch: 36, effects: room },
  agent: { voice: 'en-us+f3', speed: 178, pitch: 46, effects: room },
  caller: { voice: 'en-us+m3', speed: 180, pitch: 52, effects: telephone },
  host: { voice: 'en-us+f3', speed: 152, pitch: 42, effects: room },
};

const trimEnds = ['silence', '1', '0.01', '0.4%', 'reverse', 'silence', '1', '0.01', '0.4%', 'reverse'];
// espeak-ng pauses almost half a second at a period, longer than a calm speaker.
const shortenRests = ['silence', '-l', '1', '0.05', '0.4%', '-1', '0.2', '0.5%'];
// Reversed twice, because sox cannot fade out a stream of unknown length.
const softEnds = ['fade', 't', '0.01', 'reverse', 'fade', 't', '0.02', 'reverse'];
const targetLoudness = 0.11;

async function speak(line: Line): Promise<Float32Array> {
  const { voice, speed, pitch, effects } = voices[line.speaker];
  const settings = ['-v', voice, '-s', String(speed), '-p', String(pitch), '--stdout'];
  const wav = await run('espeak-ng', [...settings, line.say ?? line.text]);
  const levelled = ['compand', '0.01,0.2', '6:-60,-50,-26,-16,-8,-7', '-2', '-60', '0.05'];
  const samples = await soxMono(wav.stdout, [
    ...trimEnds,
    ...shortenRests,
    'rate',
    '-h',
    String(rate),
    ...effects,
    ...levelled,
    ...softEnds,
  ]);
  const gain = targetLoudness / Math.max(0.001, rootMeanSquare(samples));
  return samples.map((sample) => sample * gain);
}

/** Speaks all lines in order with their pauses. */
export async function speakLines(lines: Line[]): Promise<Cue[]> {
  const cues: Cue[] = [];
  let clock = 0;
  for (const line of lines) {
    const samples = await speak(line);
    const start = round(clock + line.pause);
    const end = round(start + samples.length / rate);
    cues.push({ id: line.id, speaker: line.speaker, text: line.text, start, end, samples });
    clock = end;
  }
  return cues;
}

export function cueOf(cues: Cue[], id: string): Cue {
  const cue = cues.find((one) => one.id === id);
  if (!cue) throw new Error(`No spoken line is called “${id}”.`);
  return cue;
}

/** The loudness of a spoken line, `perSecond` values a second, 0 to 1, for the video's waveform. */
export function levels(samples: Float32Array, perSecond: number): number[] {
  const step = Math.round(rate / perSecond);
  const values: number[] = [];
  for (let at = 0; at < samples.length; at += step)
    values.push(rootMeanSquare(samples, at, Math.min(at + step, samples.length)));
  const top = Math.max(...values, 0.001);
  return values.map((value) => Math.round((value / top) ** 0.8 * 100) / 100);
}

/** How much the music is lowered, 0 (no speech near) to 1 (speech), with soft edges around each line. */
export function duckAt(cues: Cue[], seconds: number): number {
  let most = 0;
  for (const { start, end } of cues) {
    const before = (seconds - (start - 0.35)) / 0.35;
    const after = (end + 0.7 - seconds) / 0.7;
    most = Math.max(most, Math.min(1, before, after));
  }
  return most * most * (3 - 2 * most);
}

function round(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
