export const SERVICE_IDS = ['website', 'voice', 'onhold'] as const;
export type ServiceId = (typeof SERVICE_IDS)[number];

/** Such as "custom-domain". Owners add their own. */
export type AddonId = string;
export const ADDON_ID = /^[a-z\d-]{1,40}$/;
/** The add-on that brings more design revisions. It can also be bought later. */
export const REVISIONS = 'revisions';

export function isServiceId(value: unknown): value is ServiceId {
  return SERVICE_IDS.some((id) => id === value);
}
