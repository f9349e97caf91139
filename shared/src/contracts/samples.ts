import * as z from 'zod/mini';
import { act, type EndpointTable, success } from './endpoint.ts';

/** `reading`: what an owner should read, and may leave as it came. */
export const SAMPLE_GROUPS = [
  'tax',
  'promo',
  'prices',
  'texts',
  'testimonials',
  'contact',
  'reading',
] as const;
export type SampleGroup = (typeof SAMPLE_GROUPS)[number];

/** Something that the shop came with, while it is as it came, or after an owner removed it. */
export const Sample = z.object({
  id: z.string(),
  group: z.enum(SAMPLE_GROUPS),
  label: z.string(),
  /** What it is now. */
  now: z.string(),
  /** `removing`: until the pages are published without it. */
  state: z.enum(['open', 'kept', 'removing', 'removed']),
  /** Who kept or removed it, and when. */
  by: z.nullable(z.string()),
  at: z.nullable(z.string()),
  canKeep: z.boolean(),
  canRemove: z.boolean(),
  /** The section of the settings in which it is changed. */
  section: z.string(),
});
export type Sample = z.infer<typeof Sample>;

export const sampleEndpoints = {
  'GET /api/json/samples': {
    access: 'manage',
    summary: 'Lists what the shop came with and an owner has not replaced.',
    response: success({ samples: z.array(Sample) }),
  },
  'POST /api/json/samples': act('manage', 'Keeps or removes what the shop came with, or undoes that.', {
    confirms: true,
    body: z.object({
      ids: z.array(z.string().check(z.maxLength(60))).check(z.minLength(1), z.maxLength(60)),
      action: z.enum(['keep', 'remove', 'undo'], 'Must be keep, remove, or undo'),
    }),
  }),
} satisfies EndpointTable;
