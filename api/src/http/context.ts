import type { CoreContext } from '../db/context.ts';
import type { Limits } from './limits/limits.ts';

export type HttpContext = CoreContext & { limits: Limits };
