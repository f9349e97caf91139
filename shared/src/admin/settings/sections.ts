import type { ComponentType } from 'react';
import type { Right } from '../../contracts/rights.ts';

type Section = {
  /** The path below #/settings/. */
  id: string;
  label: string;
  right: Right;
  /** Loaded when it is opened. */
  load: () => Promise<{ default: ComponentType }>;
};

/** The sections of the settings besides the account, in order. */
export const SECTIONS: readonly Section[] = [
  {
    id: 'security',
    label: 'Security',
    right: 'self',
    load: async () => ({ default: (await import('./security.tsx')).SecuritySection }),
  },
  {
    id: 'people',
    label: 'People',
    right: 'manage',
    load: async () => ({ default: (await import('./people.tsx')).People }),
  },
  {
    id: 'audit',
    label: 'Audit log',
    right: 'manage',
    load: async () => ({ default: (await import('./audit-log.tsx')).AuditLog }),
  },
  {
    id: 'privacy',
    label: 'Privacy',
    right: 'manage',
    load: async () => ({ default: (await import('./privacy.tsx')).Privacy }),
  },
  {
    id: 'promo-codes',
    label: 'Promo codes',
    right: 'manage',
    load: async () => ({ default: (await import('./promo-codes/promo-codes.tsx')).PromoCodes }),
  },
  {
    id: 'webhooks',
    label: 'Webhooks',
    right: 'manage',
    load: async () => ({ default: (await import('./webhooks.tsx')).Webhooks }),
  },
  {
    id: 'business',
    label: 'Business',
    right: 'manage',
    load: async () => ({ default: (await import('./business.tsx')).Business }),
  },
];
