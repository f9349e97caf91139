import * as z from 'zod/mini';

/** The result of one check. `off`: this shop does not use what the check is about. */
export const DoctorLine = z.object({
  name: z.string(),
  state: z.enum(['ok', 'warning', 'failure', 'off']),
  message: z.string(),
  /** What to do about a warning or a failure. */
  advice: z.optional(z.string()),
});
export type DoctorLine = z.infer<typeof DoctorLine>;

export const DoctorAnswer = z.object({ success: z.literal(true), lines: z.array(DoctorLine) });
export type DoctorAnswer = z.infer<typeof DoctorAnswer>;
