import * as z from 'zod/mini';
import { numberInQuery } from '../texts.ts';

export const RowId = numberInQuery(/^[1-9]\d{0,14}$/, 'id must be a whole number');
/** The path parameter of a row. */
export const ById = z.object({ id: RowId });
