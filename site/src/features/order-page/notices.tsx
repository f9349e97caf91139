type NoticeProps = { title: string; text: string; role?: 'status' };

/** A sentence or two, which begin with what matters most. */
export const Notice = ({ title, text, ...role }: NoticeProps) => (
  <p className="notice" {...role}>
    <strong>{title}</strong> <span>{text}</span>
  </p>
);

/** Why a call failed, for everyone. */
export const Problem = ({ text }: { text: string }) =>
  text && (
    <p className="field-error" role="alert">
      {text}
    </p>
  );

type LoadProblemProps = { text: string; retry?: (() => Promise<void>) | false };

/** Why the page or a part of it could not be loaded, and another try where that can help. */
export const LoadProblem = ({ text, retry = false }: LoadProblemProps) => (
  <p className="alert" role="alert">
    <span>{text}</span>{' '}
    {retry && (
      <button className="link-button" type="button" onClick={() => void retry()}>
        Try again
      </button>
    )}
  </p>
);
