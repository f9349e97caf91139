import { useEffect, useState, type SubmitEvent } from 'react';
import type { OrderResponse } from '@northlight/shared/contracts/order-page.ts';
import { Button } from '@northlight/shared/ui/button.tsx';
import { TextArea, TextField } from '@northlight/shared/ui/field.tsx';
import { call } from '../../lib/api-client.ts';
import { useCall } from '../../lib/use-linked-page.ts';
import { Notice, Problem } from './notices.tsx';
import type { LoadedOrder } from './use-order.ts';

type ReviewProps = { review: NonNullable<OrderResponse['review']>; loaded: LoadedOrder };

/** A few words about the finished work, which the customer may change until they are used. */
export function Review(props: ReviewProps) {
  // Our email's link names this part, which was not there when the page was opened.
  useEffect(() => {
    if (location.hash === '#review') document.getElementById('review')?.scrollIntoView();
  }, []);
  return (
    <section id="review" aria-labelledby="review-title" className="no-print">
      <h2 id="review-title">How was working with us?</h2>
      {props.review.isUsed ? <UsedReview {...props} /> : <ReviewForm {...props} />}
    </section>
  );
}

function UsedReview({ review: { text, name, mayShow }, loaded }: ReviewProps) {
  const { isBusy, problem, run } = useCall(loaded);
  const remove = () => {
    const body = { text, name, mayShow: false };
    void run((query) => call('POST /api/order/review', { query, body }));
  };
  return (
    <>
      {mayShow ? (
        <Notice
          role="status"
          title="Thank you."
          text="We chose your review for our website, so it can’t be changed here anymore. If something is wrong with it, send us a message."
        />
      ) : (
        <p className="notice" role="status">
          We’ll remove your review from our website.
        </p>
      )}
      <blockquote className="order-words as-typed break">
        <p>
          <bdi>{text}</bdi>
        </p>
        <footer>
          <bdi>{name}</bdi>
        </footer>
      </blockquote>
      <Problem text={problem} />
      {mayShow && (
        <Button isQuiet isBusy={isBusy} onClick={remove}>
          Remove it from your website
        </Button>
      )}
    </>
  );
}

function ReviewForm({ review, loaded }: ReviewProps) {
  const [text, setText] = useState(review.text);
  const [name, setName] = useState(review.name);
  const [mayShow, setMayShow] = useState(review.mayShow);
  const [isChanged, setIsChanged] = useState(false);
  const { isBusy, problem, run } = useCall(loaded);

  function send(event: SubmitEvent) {
    event.preventDefault();
    const body = { text: text.trim(), name: name.trim(), mayShow };
    setIsChanged(false);
    void run(
      (query) => call('POST /api/order/review', { query, body }),
      () => setIsChanged(review.isSent),
    );
  }

  return (
    <>
      {review.isSent && (
        <Notice
          role="status"
          title="Thank you."
          text={isChanged ? 'We have your changed review.' : 'We have your review.'}
        />
      )}
      <form className="order-review stack gap-3 start" onSubmit={send}>
        <TextArea
          id="review-text"
          label="Your review"
          help="A sentence or two is enough."
          rows={3}
          maxLength={300}
          required
          value={text}
          onChange={({ target }) => setText(target.value)}
          // Spaces are no review, and the browser says so.
          onBlur={() => setText(text.trim())}
        />
        <TextField
          id="review-name"
          label="Name to show"
          maxLength={80}
          required
          value={name}
          onChange={({ target }) => setName(target.value)}
          onBlur={() => setName(name.trim())}
        />
        <label className="check">
          <input type="checkbox" checked={mayShow} onChange={({ target }) => setMayShow(target.checked)} />
          You may show it on your website, with my name and business
        </label>
        <Problem text={problem} />
        <Button type="submit" isQuiet={review.isSent} isBusy={isBusy} busyLabel="Sending…">
          {review.isSent ? 'Change your review' : 'Send your review'}
        </Button>
      </form>
    </>
  );
}
