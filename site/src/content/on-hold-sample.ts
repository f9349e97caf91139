import { ownFile, publicFile } from './media.ts';
import peaks from './on-hold-peaks.json';

/** The on-hold sample's files: the owner's, or the ones in `site/public/media`. */
export const onHoldSample = {
  audio: ownFile('onhold.audio') ?? publicFile('/media/on-hold-sample.mp3'),
  captions: ownFile('onhold.captions') ?? publicFile('/media/on-hold-sample.vtt'),
} as const;

/**
 * The on-hold sample's waveform as an SVG path in a box of the given size. `share` of its peaks are drawn.
 */
export function waveform(width: number, height: number, share = 1): string {
  const count = Math.round(peaks.length * share);
  const step = width / count;
  return Array.from({ length: count }, (_, index) => {
    const peak = peaks[Math.floor((index * peaks.length) / count)] ?? 0;
    const tall = Math.max(2, (peak / 100) * (height - 4));
    return `M${round(step * (index + 0.5))} ${round((height - tall) / 2)}v${round(tall)}`;
  }).join('');
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
