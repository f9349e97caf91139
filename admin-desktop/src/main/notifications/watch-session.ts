import { createLiveNotifications, type AppNotification } from './live-notifications.ts';
import { createTodoCount } from './todo-count.ts';

const COUNT_EVERY_MS = 5 * 60_000;

type Deps = {
  handle: (request: Request) => Promise<Response>;
  /** Whether nobody looks, and notices are wanted. */
  isWanted: () => boolean;
  showNotification: (notice: AppNotification) => void;
  showCount: (count: number) => void;
  /** Takes back the notices that are still seen. */
  withdraw: () => void;
};

/** While somebody is logged in: tells what is new, and counts what waits. */
export function watchSession({ handle, isWanted, showNotification, showCount, withdraw }: Deps) {
  const todo = createTodoCount({ handle, show: showCount });
  const notices = createLiveNotifications({ handle, isWanted, show: showNotification, onNews: todo.refresh });
  let counting: ReturnType<typeof setInterval> | undefined;
  const leave = () => {
    notices.stop();
    clearInterval(counting);
    counting = undefined;
    todo.clear();
    withdraw();
  };
  return {
    leave,
    /** Told again and again, by every answer that shows it. */
    onSession: (isLoggedIn: boolean): void => {
      if (!isLoggedIn) return leave();
      notices.start();
      if (counting) return;
      counting = setInterval(todo.refresh, COUNT_EVERY_MS);
      todo.refresh();
    },
  };
}
