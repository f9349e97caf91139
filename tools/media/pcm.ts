// Sound as 48 kHz floating point samples. Mixing here instead of in a filter graph keeps it exact and
// repeatable.
import { run } from './tools.ts';

export const rate = 48_000;

export type Stereo = { left: Float32Array; right: Float32Array };

const rawFormat = ['-t', 'raw', '-r', String(rate), '-e', 'floating-point', '-b', '32'];

export function silence(seconds: number): Stereo {
  const length = Math.round(seconds * rate);
  return { left: new Float32Array(length), right: new Float32Array(length) };
}

export function bytesToFloats(bytes: Buffer): Float32Array {
  // Copied, because a Buffer's memory need not start where a Float32Array may.
  return new Float32Array(new Uint8Array(bytes).buffer);
}

export function floatsToBytes(floats: Float32Array): Uint8Array {
  return new Uint8Array(floats.buffer, floats.byteOffset, floats.byteLength);
}

export function interleave({ left, right }: Stereo): Float32Array {
  const both = new Float32Array(left.length * 2);
  for (let i = 0; i < left.length; i += 1) {
    both[i * 2] = left[i] ?? 0;
    both[i * 2 + 1] = right[i] ?? 0;
  }
  return both;
}

function separate(both: Float32Array): Stereo {
  const half = { left: new Float32Array(both.length / 2), right: new Float32Array(both.length / 2) };
  for (let i = 0; i < half.left.length; i += 1) {
    half.left[i] = both[i * 2] ?? 0;
    half.right[i] = both[i * 2 + 1] ?? 0;
  }
  return half;
}

/** Runs stereo sound through sox effects. -R keeps sox's dither the same on every run. */
export async function soxStereo(sound: Stereo, effects: string[]): Promise<Stereo> {
  const raw = [...rawFormat, '-c', '2', '-'];
  const { stdout } = await run('sox', ['-R', ...raw, ...raw, ...effects], floatsToBytes(interleave(sound)));
  return separate(bytesToFloats(stdout));
}

/** Reads a WAV stream whose header may not know its length, as one channel. */
export async function soxMono(wav: Buffer, effects: string[]): Promise<Float32Array> {
  const args = ['-R', '-V1', '--ignore-length', '-t', 'wav', '-', ...rawFormat, '-c', '1', '-', ...effects];
  const { stdout } = await run('sox', args, wav);
  return bytesToFloats(stdout);
}

/** Adds to one sample. Outside the track it does nothing. */
export function mixIn(samples: Float32Array, index: number, value: number): void {
  samples[index] = (samples[index] ?? 0) + value;
}

export function addMono(target: Stereo, source: Float32Array, at: number, gain = 1): void {
  const offset = Math.round(at * rate);
  for (let i = 0; i < source.length && offset + i < target.left.length; i += 1) {
    const sample = (source[i] ?? 0) * gain;
    mixIn(target.left, offset + i, sample);
    mixIn(target.right, offset + i, sample);
  }
}

/** Adds a sound whose loudness follows `gainAt(seconds)`. */
export function addShaped(target: Stereo, source: Stereo, gainAt: (seconds: number) => number): void {
  const block = 240;
  for (let start = 0; start < target.left.length; start += block) {
    const from = gainAt(start / rate);
    const to = gainAt((start + block) / rate);
    for (let i = start; i < Math.min(start + block, target.left.length); i += 1) {
      // Interpolates linearly between blocks, so a changing gain does not click.
      const gain = from + ((to - from) * (i - start)) / block;
      mixIn(target.left, i, (source.left[i] ?? 0) * gain);
      mixIn(target.right, i, (source.right[i] ?? 0) * gain);
    }
  }
}

export function rootMeanSquare(samples: Float32Array, from = 0, to = samples.length): number {
  let sum = 0;
  for (let i = from; i < to; i += 1) sum += (samples[i] ?? 0) ** 2;
  return Math.sqrt(sum / Math.max(1, to - from));
}
