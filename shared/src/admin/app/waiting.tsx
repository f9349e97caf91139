/** The shape of the dashboard, before anything is known. It stands in the page before its scripts. */
export const Waiting = () => (
  <div className="admin-dashboard waiting">
    <div className="sidebar" aria-hidden="true" />
    <div className="bottom-bar" aria-hidden="true">
      <span />
    </div>
    <div className="admin-page">
      <div className="admin-panel">
        <div className="page-head cluster middle">
          <p className="admin-small">Checking your login…</p>
        </div>
        <div className="list-skeleton" aria-hidden="true">
          {Array.from({ length: 12 }, (_, row) => (
            <span key={row} />
          ))}
        </div>
      </div>
    </div>
  </div>
);
