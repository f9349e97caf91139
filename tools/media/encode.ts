// Encodes finished files from sound and frames with ffmpeg.
import { writeFile } from 'node:fs/promises';
import { bytesToFloats, floatsToBytes, interleave, rate, rootMeanSquare } from './pcm.ts';
import type { Stereo } from './pcm.ts';
import { run } from './tools.ts';

const quiet = ['-hide_banner', '-loglevel', 'error', '-y'];
// No dates or program versions in the files, so the same input gives the same bytes.
const plain = [
  '-map_metadata',
  '-1',
  '-fflags',
  '+bitexact',
  '-flags:v',
  '+bitexact',
  '-flags:a',
  '+bitexact',
];
const rawStereo = ['-f', 'f32le', '-ar', String(rate), '-ac', '2', '-i', '-'];
// The frames are sRGB. Without this, players guess and the coral shifts.
const color = 'scale=out_color_matrix=bt709:out_range=tv,format=yuv420p';
const colorTags = [
  '-colorspace',
  'bt709',
  '-color_primaries',
  'bt709',
  '-color_trc',
  'bt709',
  '-color_range',
  'tv',
];

async function measure(bytes: Uint8Array): Promise<number> {
  const { stderr } = await run(
    'ffmpeg',
    ['-hide_banner', '-nostats', ...rawStereo, '-af', 'loudnorm=print_format=json', '-f', 'null', '-'],
    bytes,
  );
  const found = /"input_i"\s*:\s*"(-?[\d.]+)"/.exec(stderr);
  if (!found) throw new Error('ffmpeg did not report a loudness.');
  return Number(found[1]);
}

/** Writes a WAV at `lufs`, with peaks below -1.5 dB. One fixed gain keeps the balance of the mix. */
export async function writeMaster(sound: Stereo, file: string, lufs: number): Promise<void> {
  const bytes = floatsToBytes(interleave(sound));
  const gain = lufs - (await measure(bytes));
  const filter = `volume=${gain.toFixed(2)}dB,aresample=192000,alimiter=limit=0.82:attack=4:release=60:level=false,aresample=${rate}`;
  await run('ffmpeg', [...quiet, ...rawStereo, '-af', filter, ...plain, '-c:a', 'pcm_s24le', file], bytes);
}

export async function writeMp3(master: string, file: string): Promise<void> {
  await run('ffmpeg', [
    ...quiet,
    '-i',
    master,
    ...plain,
    '-c:a',
    'libmp3lame',
    '-b:a',
    '112k',
    '-joint_stereo',
    '1',
    '-ar',
    '44100',
    '-id3v2_version',
    '0',
    file,
  ]);
}

export async function writeMp4(frames: string, master: string, file: string): Promise<void> {
  const video = [
    '-c:v',
    'libx264',
    '-profile:v',
    'high',
    '-preset',
    'veryslow',
    '-crf',
    '21',
    '-tune',
    'animation',
    '-aq-mode',
    '3',
    '-g',
    '125',
    '-vf',
    color,
    ...colorTags,
  ];
  const audio = ['-c:a', 'aac', '-b:a', '112k'];
  await run('ffmpeg', [
    ...quiet,
    '-i',
    frames,
    '-i',
    master,
    '-map',
    '0:v',
    '-map',
    '1:a',
    ...plain,
    ...video,
    ...audio,
    '-movflags',
    '+faststart',
    file,
  ]);
}

export async function writeWebm(frames: string, master: string, file: string): Promise<void> {
  const video = [
    '-c:v',
    'libvpx-vp9',
    '-crf',
    '35',
    '-b:v',
    '0',
    '-deadline',
    'good',
    '-cpu-used',
    '2',
    '-row-mt',
    '1',
    '-g',
    '125',
    '-vf',
    color,
    ...colorTags,
  ];
  const audio = ['-c:a', 'libopus', '-b:a', '64k'];
  await run('ffmpeg', [
    ...quiet,
    '-i',
    frames,
    '-i',
    master,
    '-map',
    '0:v',
    '-map',
    '1:a',
    ...plain,
    ...video,
    ...audio,
    file,
  ]);
}

export async function writePosters(still: string, avif: string, jpg: string): Promise<void> {
  const av1 = [
    '-c:v',
    'libaom-av1',
    '-still-picture',
    '1',
    '-crf',
    '14',
    '-cpu-used',
    '4',
    '-vf',
    color,
    ...colorTags,
  ];
  await run('ffmpeg', [...quiet, '-i', still, ...plain, ...av1, avif]);
  await run('ffmpeg', [
    ...quiet,
    '-i',
    still,
    ...plain,
    '-vf',
    'scale=out_color_matrix=bt601:out_range=pc,format=yuvj420p',
    '-q:v',
    '3',
    jpg,
  ]);
}

/** Loudness of `count` equal slices of a finished file, 0 to 100, for a page to draw. */
export async function writePeaks(file: string, target: string, count: number): Promise<void> {
  const { stdout } = await run('ffmpeg', [
    ...quiet,
    '-i',
    file,
    '-f',
    'f32le',
    '-ac',
    '1',
    '-ar',
    '8000',
    '-',
  ]);
  const samples = bytesToFloats(stdout);
  const slice = samples.length / count;
  const values = Array.from({ length: count }, (_, index) =>
    rootMeanSquare(samples, Math.floor(index * slice), Math.floor((index + 1) * slice)),
  );
  const top = Math.max(...values);
  await writeFile(target, `${JSON.stringify(values.map((value) => Math.round((value / top) * 100)))}\n`);
}
