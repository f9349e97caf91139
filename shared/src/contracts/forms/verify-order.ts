import * as z from 'zod/mini';
import { OrderNumber } from './order-number-field.ts';

export const VerifyOrderQuery = z.object({ orderNumber: OrderNumber });
/** `exists`: the order has a received or pending payment, or needs none. */
export const VerifyOrderAnswer = z.object({ exists: z.boolean(), message: z.string() });
export type VerifyOrderAnswer = z.infer<typeof VerifyOrderAnswer>;
