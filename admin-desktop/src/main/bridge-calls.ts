import * as z from 'zod/mini';
import type { Bridge, CallReply } from '../bridge.ts';
import { isOurPage } from './page/page-address.ts';

const MAX_TEXT_LENGTH = 20_000_000;

/** The frame that makes a call. Electron can run the preload in any frame. */
export type Caller = { url: string; isTopFrame: boolean };

type Calls = Omit<Bridge, 'onGoTo' | 'onOpenDialog'>;

const text = (longest: number) => z.string().check(z.maxLength(longest));
const id = z.uuid();

/** Responds to calls from our own page only, and only if their arguments are valid. */
export function createBridgeCalls(calls: Calls) {
  const table = {
    readServers: checked(z.tuple([]), calls.readServers),
    addServer: checked(z.tuple([text(100), text(2_000)]), calls.addServer),
    useServer: checked(z.tuple([id]), calls.useServer),
    forgetServer: checked(z.tuple([id]), calls.forgetServer),
    readSettings: checked(z.tuple([]), calls.readSettings),
    changeSettings: checked(
      z.tuple([
        z.strictObject({
          launchesAtLogin: z.optional(z.boolean()),
          hasNotices: z.optional(z.boolean()),
        }),
      ]),
      calls.changeSettings,
    ),
    saveText: checked(z.tuple([text(300), text(MAX_TEXT_LENGTH)]), calls.saveText),
    saveDownload: checked(z.tuple([text(2_000).check(z.startsWith('/api/'))]), calls.saveDownload),
  } satisfies Record<keyof Calls, Checked>;
  const byName: ReadonlyMap<unknown, Checked> = new Map(Object.entries(table));

  return async (caller: Caller, name: unknown, args: unknown): Promise<CallReply> => {
    const call = byName.get(name);
    if (!caller.isTopFrame || !isOurPage(caller.url) || !call) return refused('This isn’t allowed.');
    try {
      return { isDone: true, value: await call(args) };
    } catch (error) {
      return refused(error instanceof Error ? error.message : 'Something went wrong.');
    }
  };
}

type Checked = (args: unknown) => Promise<unknown>;

function checked<Args extends unknown[]>(
  schema: z.ZodMiniType<Args>,
  run: (...args: Args) => Promise<unknown>,
): Checked {
  return async (args) => {
    const { success, data } = schema.safeParse(args);
    if (!success) throw new Error('Something went wrong in the app (invalid request).');
    return run(...data);
  };
}

const refused = (message: string): CallReply => ({ isDone: false, message });
