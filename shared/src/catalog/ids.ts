export const SERVICE_IDS = ['website', 'voice', 'onhold'] as const;
export type ServiceId = (typeof SERVICE_IDS)[number];

export const ADDON_IDS = ['revisions', 'custom-domain', 'additional-pages'] as const;
export type AddonId = (typeof ADDON_IDS)[number];

export function isServiceId(value: unknown): value is ServiceId {
  return SERVICE_IDS.some((id) => id === value);
}
