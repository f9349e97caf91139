import type { ServiceId } from '@northlight/shared/catalog/ids.ts';

/** The canonical path, and its alias. */
type ServicePage = { id: ServiceId; path: string; aliasPath: string };

export const servicePages = [
  { id: 'website', path: '/website', aliasPath: '/website-page' },
  { id: 'voice', path: '/voice-agent', aliasPath: '/voice-agent-page' },
  { id: 'onhold', path: '/onhold', aliasPath: '/onhold-audio-page' },
] as const satisfies readonly ServicePage[];
