import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Something that the app asked Electron to do. */
export type Happening = { name: string; value: unknown };

/** What the test makes Electron or the user do. */
export type Command =
  | { do: 'request'; path: string; body?: string }
  | { do: 'call'; name: string; args: unknown[]; url?: string }
  | { do: 'menu'; label: string }
  | { do: 'close-window' | 'click-notice' }
  | { do: 'second-start'; args: string[] }
  | { do: 'navigate' | 'new-window'; url: string };

type Message = Happening | { id: number; answer: unknown };

export type StartedMain = ReturnType<typeof startMain>;

const hook = fileURLToPath(new URL('stand-in-hook.ts', import.meta.url));

/** Starts a built main process in Node, with a stand-in for Electron. */
export function startMain(file: string, userData: string, args: string[] = [], savePlace = '') {
  const happened: Happening[] = [];
  const waiting = new Map<number, (answer: unknown) => void>();
  const main = fork(file, args, {
    execArgv: ['--import', hook],
    env: { ...process.env, STAND_IN_USER_DATA: userData, STAND_IN_SAVE_PLACE: savePlace },
  });
  main.on('message', (message: Message) => {
    if ('name' in message) happened.push(message);
    else waiting.get(message.id)?.(message.answer);
  });
  const all = (name: string) => happened.filter((it) => it.name === name).map(({ value }) => value);
  return {
    /** All values with that name so far, in order. */
    all,
    last: (name: string) => all(name).at(-1),
    send: (command: Command): Promise<unknown> => {
      const id = waiting.size;
      const answered = new Promise((resolve) => waiting.set(id, resolve));
      main.send({ id, command });
      return answered;
    },
    stop: async () => {
      if (main.exitCode !== null) return;
      main.kill();
      await once(main, 'exit');
    },
  };
}
