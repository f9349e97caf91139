// Makes the promo video of the voice agent and the on-hold sample, into site/public/media.
//
// Needs on PATH: chromium, ffmpeg (with libx264, libvpx-vp9, libopus, libmp3lame, libaom-av1), espeak-ng, sox.
//
//   node tools/media/make-media.ts                 both
//   node tools/media/make-media.ts promo           the video only
//   node tools/media/make-media.ts on-hold         the sample only
//   node tools/media/make-media.ts still 9.5 a.png one frame of the film, to look at while drawing
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { webVtt } from './captions.ts';
import { writeMaster, writeMp3, writeMp4, writePeaks, writePosters, writeWebm } from './encode.ts';
import { framesPerSecond, filmTo, startFilm } from './film.ts';
import { onHoldLines, promoLines, promoTail } from './narration.ts';
import { onHoldSound } from './on-hold-sound.ts';
import { promoMarks, promoSound, ringCaptions } from './promo-sound.ts';
import { cueOf, speakLines } from './speech.ts';
import { requireTools } from './tools.ts';

const results = fileURLToPath(new URL('../../site/public/media/', import.meta.url));
const peaks = fileURLToPath(new URL('../../site/src/content/on-hold-peaks.json', import.meta.url));
const loudness = -16;

async function printSizes(folder: string, names: string[]): Promise<void> {
  for (const name of names)
    console.log(`  ${name}: ${Math.ceil((await stat(join(folder, name))).size / 1024)} KB`);
}

async function promoStory() {
  const cues = await speakLines(promoLines);
  const last = cueOf(cues, 'price');
  // A whole number of frames, so that sound and picture end together.
  const seconds = Math.ceil((last.end + promoTail) * framesPerSecond) / framesPerSecond;
  return { cues, seconds, marks: promoMarks(cues) };
}

async function makePromo(work: string): Promise<void> {
  const { cues, seconds, marks } = await promoStory();
  console.log(`Promo: ${seconds} s`);
  const master = join(work, 'promo.wav');
  const frames = join(work, 'promo.mkv');
  const still = join(work, 'poster.png');
  await writeMaster(await promoSound(cues, marks, seconds), master, loudness);
  await writeFile(join(results, 'voice-agent-promo.vtt'), webVtt(cues, ringCaptions(marks)));
  const shot = await startFilm(cues, marks, seconds);
  try {
    await writeFile(still, await shot.frame(marks.booked + 0.1));
    await filmTo(shot, seconds, frames);
  } finally {
    await shot.close();
  }
  await writePosters(still, join(results, 'voice-agent-promo.avif'), join(results, 'voice-agent-promo.jpg'));
  await writeMp4(frames, master, join(results, 'voice-agent-promo.mp4'));
  await writeWebm(frames, master, join(results, 'voice-agent-promo.webm'));
  await printSizes(
    results,
    ['mp4', 'webm', 'vtt', 'avif', 'jpg'].map((ending) => `voice-agent-promo.${ending}`),
  );
}

async function makeOnHold(work: string): Promise<void> {
  const cues = await speakLines(onHoldLines);
  console.log(`On-hold message: speech ends at ${cues.at(-1)?.end} s`);
  const master = join(work, 'on-hold.wav');
  const sample = join(results, 'on-hold-sample.mp3');
  await writeMaster(await onHoldSound(cues), master, loudness);
  await writeMp3(master, sample);
  await writeFile(join(results, 'on-hold-sample.vtt'), webVtt(cues, []));
  await writePeaks(sample, peaks, 64);
  await printSizes(results, ['on-hold-sample.mp3', 'on-hold-sample.vtt']);
}

async function makeStill(time: number, file: string): Promise<void> {
  const { cues, seconds, marks } = await promoStory();
  const shot = await startFilm(cues, marks, seconds);
  try {
    await writeFile(file, await shot.frame(time));
  } finally {
    await shot.close();
  }
}

async function main([what = 'both', time = '0', file = 'still.png']: string[]): Promise<void> {
  if (!['both', 'promo', 'on-hold', 'still'].includes(what))
    throw new Error(`Nothing called “${what}” to make: promo, on-hold or still.`);
  requireTools(
    what === 'on-hold' ? ['ffmpeg', 'espeak-ng', 'sox'] : ['chromium', 'ffmpeg', 'espeak-ng', 'sox'],
  );
  if (what === 'still') return makeStill(Number(time), file);
  await mkdir(results, { recursive: true });
  const work = await mkdtemp(join(tmpdir(), 'northlight-media-'));
  try {
    if (what !== 'on-hold') await makePromo(work);
    if (what !== 'promo') await makeOnHold(work);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
