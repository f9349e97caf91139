import { createLiveNotifications, type AppNotification } from './live-notifications.ts';
import { createTodoCount } from './todo-count.ts';

const COUNT_INTERVAL_MS = 5 * 60_000;

type Deps = {
  handle: (request: Request) => Promise<Response>;
  /** Whether notifications are on and the window is not focused. */
  isWanted: () => boolean;
  showNotification: (notice: AppNotification) => void;
  showCount: (count: number) => void;
  /** Closes the notifications that are still visible. */
  withdraw: () => void;
};

/** While someone is logged in, shows notifications for new orders and forms, and updates the to-do count. */
export function watchSession({ handle, isWanted, showNotification, showCount, withdraw }: Deps) {
  const todo = createTodoCount({ handle, show: showCount });
  const notices = createLiveNotifications({
    handle,
    isWanted,
    show: showNotification,
    onUpdate: todo.refresh,
  });
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
    /** Called repeatedly, because every response that shows a login reports it. */
    onSession: (isLoggedIn: boolean): void => {
      if (!isLoggedIn) return leave();
      notices.start();
      if (counting) return;
      counting = setInterval(todo.refresh, COUNT_INTERVAL_MS);
      todo.refresh();
    },
  };
}
