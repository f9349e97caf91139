import type { ServiceId } from '@northlight/shared/catalog/ids.ts';

type ServicePage = {
  id: ServiceId;
  /** The canonical path. */
  path: string;
  aliasPath: string;
  /** The label of the header's color button. */
  button: string;
  /** The label in the menu and the footer. */
  name: string;
};

export const servicePages = [
  { id: 'website', path: '/website', aliasPath: '/website-page', button: 'Website', name: 'Websites' },
  {
    id: 'voice',
    path: '/voice-agent',
    aliasPath: '/voice-agent-page',
    button: 'Voice Agent',
    name: 'AI Voice Agents',
  },
  {
    id: 'onhold',
    path: '/onhold',
    aliasPath: '/onhold-audio-page',
    button: 'On-Hold Audio',
    name: 'On-Hold Audio',
  },
] as const satisfies readonly ServicePage[];
