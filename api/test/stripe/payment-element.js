// @ts-nocheck: runs in a browser page, and this package has no DOM types.
// The visible part of the Stripe stand-in. It is served in front of browser.js.
(() => {
  const WAYS = { card: 'Card', redirect: 'Bank redirect', debit: 'Bank debit' };
  const FIELDS = [
    ['Card number', 'cc-number'],
    ['Expiration date', 'cc-exp'],
    ['Security code', 'cc-csc'],
  ];

  window.fakePaymentElement = { createPaymentElement, askForAuthentication };

  function createPaymentElement(onDestroy) {
    const listeners = [];
    const root = make('fieldset', { className: 'StripeElement' });
    const ways = make('select', {});
    for (const [value, text] of Object.entries(WAYS)) ways.append(make('option', { value, text }));
    const inputs = FIELDS.map(([, autocomplete]) => make('input', { autocomplete, inputMode: 'numeric' }));
    const labels = FIELDS.map(([text], index) => labelled(text, inputs[index]));
    const complaint = make('p', {});
    complaint.setAttribute('role', 'alert');
    root.append(make('legend', { textContent: 'Stand-in for Stripe' }), labelled('Payment method', ways));
    root.append(...labels, complaint);

    const emit = (event, detail) => {
      for (const [name, listener] of listeners) if (name === event) listener(detail);
    };
    const values = () => inputs.map((input) => input.value.replaceAll(/\s/g, ''));
    const isComplete = () => {
      const [number, expiry, cvc] = values();
      return (
        ways.value !== 'card' ||
        (/^\d{16}$/.test(number) && /^\d{2}\/?\d{2}$/.test(expiry) && /^\d{3,4}$/.test(cvc))
      );
    };
    const problem = () => {
      const message = isComplete() ? '' : 'Your card number is incomplete.';
      complaint.textContent = message;
      return message ? { type: 'validation_error', code: 'incomplete_number', message } : undefined;
    };
    const changed = () => {
      complaint.textContent = '';
      for (const label of labels) label.hidden = ways.value !== 'card';
      emit('change', {
        elementType: 'payment',
        empty: ways.value === 'card' && values().every((value) => value === ''),
        complete: isComplete(),
        collapsed: false,
        value: { type: ways.value },
      });
    };
    root.addEventListener('input', changed);
    const withdraw = () => root.remove();
    const face = {
      mount: (place) => {
        (typeof place === 'string' ? document.querySelector(place) : place).append(root);
        setTimeout(() => emit('ready', { elementType: 'payment' }));
      },
      unmount: withdraw,
      destroy: () => {
        withdraw();
        onDestroy();
      },
      on: (event, listener) => {
        listeners.push([event, listener]);
        return face;
      },
      off: (event, listener) => {
        const index = listeners.findIndex(([name, each]) => name === event && each === listener);
        if (index >= 0) listeners.splice(index, 1);
        return face;
      },
      update() {},
      focus: () => inputs[0].focus(),
    };
    return {
      face,
      problem,
      way: () => ways.value,
      paymentMethod: () =>
        ways.value === 'card'
          ? {
              'payment_method_data[type]': 'card',
              'payment_method_data[card][number]': values()[0],
            }
          : { 'payment_method_data[type]': ways.value },
    };
  }

  /** Opens a dialog over the page, as 3-D Secure does. Resolves to true if the buyer agrees. */
  function askForAuthentication() {
    return new Promise((resolve) => {
      const dialog = make('dialog', {});
      dialog.setAttribute('aria-label', '3-D Secure');
      const button = (text, isAgreed) => {
        const made = make('button', { textContent: text, type: 'button' });
        made.addEventListener('click', () => {
          dialog.remove();
          resolve(isAgreed);
        });
        return made;
      };
      dialog.append(
        make('p', { textContent: 'Your bank asks whether it is you.' }),
        button('Complete authentication', true),
        button('Fail authentication', false),
      );
      document.body.append(dialog);
      dialog.showModal();
    });
  }

  function make(tag, properties) {
    return Object.assign(document.createElement(tag), properties);
  }

  function labelled(text, field) {
    const label = make('label', {});
    label.append(make('span', { textContent: `${text} ` }), field);
    return label;
  }
})();
