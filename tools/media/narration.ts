// Every spoken line. The speech, the captions and the film's transcript all come from here, so they cannot disagree.

export type Speaker = 'narrator' | 'agent' | 'caller' | 'host';

export type Line = {
  id: string;
  speaker: Speaker;
  /** The text in the captions. */
  text: string;
  /** The text for the synthesizer, where another spelling sounds better. */
  say?: string;
  /** Seconds of silence before this line, from the end of the previous line. */
  pause: number;
};

/** Sounds that matter to the story and are captioned too. */
export type SoundCaption = { text: string; start: number; end: number };

export const promoLines: Line[] = [
  { id: 'open', speaker: 'narrator', pause: 1.3, text: 'A quarter to eight. Closed. The phone rings.' },
  { id: 'greet', speaker: 'agent', pause: 1.35, text: 'Marlow Bicycles, the voice agent speaking.' },
  { id: 'ask', speaker: 'caller', pause: 0.3, text: 'Can I bring my bike in on Thursday?' },
  {
    id: 'offer',
    speaker: 'agent',
    pause: 0.3,
    text: 'Yes, nine o’clock is free. Shall I book it?',
    say: "Yes, nine o'clock is free. Shall I book it?",
  },
  { id: 'yes', speaker: 'caller', pause: 0.28, text: 'Yes, please.', say: 'Yes please.' },
  { id: 'booked', speaker: 'agent', pause: 0.28, text: 'Booked. Thursday at nine.' },
  { id: 'calendar', speaker: 'narrator', pause: 0.8, text: 'It is in your calendar before you open.' },
  { id: 'name', speaker: 'narrator', pause: 0.75, text: 'Northlight. AI voice agent.' },
  {
    id: 'price',
    speaker: 'narrator',
    pause: 0.25,
    text: 'From $199, plus from $199 a month, billed separately.',
    say: 'From 199 dollars plus from 199 a month, billed separately.',
  },
];

/** Silence after the last word, so the closing card can be read. */
export const promoTail = 1.3;

export const onHoldLines: Line[] = [
  {
    id: 'welcome',
    speaker: 'host',
    pause: 1.9,
    text: 'Thank you for calling Fernhill Garden Nursery. Someone will be with you in a moment.',
  },
  {
    id: 'season',
    speaker: 'host',
    pause: 0.9,
    text: 'Bare-root roses and fruit trees are in this week, and we deliver in town every Friday.',
  },
  {
    id: 'help',
    speaker: 'host',
    pause: 0.9,
    text: 'Bring a photo of your garden, and we will help you choose.',
  },
  { id: 'thanks', speaker: 'host', pause: 0.8, text: 'Thank you for holding.' },
];

/** The music is a loop of exactly this length: eight chords of 2.75 seconds. */
export const onHoldSeconds = 22;
