// WebVTT from the spoken lines and the sounds that matter.
import type { SoundCaption, Speaker } from './narration.ts';
import type { Cue } from './speech.ts';

const names: Record<Speaker, string> = {
  narrator: 'Narrator',
  agent: 'Voice agent',
  caller: 'Caller',
  host: 'Recording',
};

function stamp(seconds: number): string {
  const thousandths = Math.round(seconds * 1000);
  const whole = Math.floor(thousandths / 1000);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60].map((part) =>
    String(part).padStart(2, '0'),
  );
  return `${parts.join(':')}.${String(thousandths % 1000).padStart(3, '0')}`;
}

export function webVtt(cues: Cue[], sounds: SoundCaption[]): string {
  const spoken = cues.map((cue) => ({
    start: cue.start,
    end: cue.end,
    body: `<v ${names[cue.speaker]}>${cue.text}`,
  }));
  const heard = sounds.map((sound) => ({ start: sound.start, end: sound.end, body: `[${sound.text}]` }));
  const blocks = [...spoken, ...heard]
    .toSorted((a, b) => a.start - b.start)
    .map((cue, index) => `${index + 1}\n${stamp(cue.start)} --> ${stamp(cue.end)}\n${cue.body}`);
  return `WEBVTT\n\n${blocks.join('\n\n')}\n`;
}
