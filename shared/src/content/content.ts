import type { ContentPage } from './field.ts';
import { afterwards } from './pages/afterwards.ts';
import { dental } from './pages/dental.ts';
import { everyPage } from './pages/every-page.ts';
import { forms } from './pages/forms.ts';
import { home } from './pages/home.ts';
import { onHold } from './pages/on-hold.ts';
import { privacy } from './pages/privacy.ts';
import { terms } from './pages/terms.ts';
import { video } from './pages/video.ts';
import { voice } from './pages/voice.ts';
import { website } from './pages/website.ts';

/** Every text of the public pages that the owner can change, with its default. */
export const CONTENT: readonly ContentPage[] = [
  everyPage,
  home,
  website,
  voice,
  dental,
  onHold,
  ...video,
  ...forms,
  ...afterwards,
  privacy,
  terms,
];
