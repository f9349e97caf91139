import { stripVTControlCharacters } from 'node:util';

/** What a build runs into on a server, in the words of people. */
const CAUSES: readonly [RegExp, string][] = [
  [
    /ENOSPC|no space left|disk is full/i,
    'The server’s disk is full. Free some space or rent a larger one, then publish again.',
  ],
  [
    /heap out of memory|ENOMEM|ended \((?:SIGKILL|SIGABRT)\)/i,
    'The server ran out of memory. Try again. If it fails again, it needs more memory.',
  ],
  [/took too long/i, 'It took too long and was ended. Try again when the server is less busy.'],
  [/EACCES|EPERM|EROFS/, 'The server may not write its pages. Ask whoever runs the server.'],
];

const SENTENCE = /^[\w/“"'][^{}<>]{10,200}\.$/;
/** What nobody understands: the exit code of a process, or a line of a stack, a path, or a command. */
const FOR_DEVELOPERS = /^Its process was ended|^at |node:|file:|\bnpm\b|\w\(\)/;
const UNKNOWN = 'Try again. If it fails again, ask whoever runs the server.';

/** Why a version was not published: what a check said, or the last line of the build's error that people understand. */
export function publishReason(error: unknown): string {
  const lines = stripVTControlCharacters(String(Object(error).message))
    .split('\n')
    .map((line) => line.trim().replace(/^(?:\[?[A-Za-z]*Error\]?:\s*)+/, ''))
    .filter((line) => line !== '');
  const [, cause] = CAUSES.find(([pattern]) => lines.some((line) => pattern.test(line))) ?? [];
  const [first] = lines;
  if (!cause && first && lines.every(isForPeople))
    return `Your website is unchanged, because its new pages failed a check: ${first}`;
  const last = lines.findLast(isForPeople);
  return `Your website is unchanged, because its new pages could not be built. ${cause ?? last ?? UNKNOWN}`;
}

const isForPeople = (line: string): boolean => SENTENCE.test(line) && !FOR_DEVELOPERS.test(line);
