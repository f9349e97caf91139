import type { ServiceId } from '@northlight/shared/catalog/ids.ts';
import { catalog } from './catalog.ts';

/** The canonical path, and its alias. */
type ServicePage = { id: ServiceId; path: string; aliasPath: string };

const all = [
  { id: 'website', path: '/website', aliasPath: '/website-page' },
  { id: 'voice', path: '/voice-agent', aliasPath: '/voice-agent-page' },
  { id: 'onhold', path: '/onhold', aliasPath: '/onhold-audio-page' },
] as const satisfies readonly ServicePage[];

/** Those that are not hidden. */
export const servicePages = all.filter(({ id }) => catalog.services[id].state !== 'hidden');

export const isShown = (service: ServiceId): boolean => servicePages.some(({ id }) => id === service);

export const pathOf = (service: ServiceId): string => all.find(({ id }) => id === service)?.path ?? '/';
