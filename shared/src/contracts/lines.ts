/** The lines of a text, whatever program it was pasted from. */
export const linesOf = (text: string): string[] => text.split(/\r\n|[\n\v\f\r\x85\u2028\u2029]/);
