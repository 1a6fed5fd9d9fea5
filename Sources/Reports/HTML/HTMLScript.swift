/// The script of the page, which filters the list of scenarios and their chapters.
///
/// Without it (a browser or a CI server may forbid scripts) the page shows everything.
/// It has no `<` and no `&`, so that the page is well-formed XML too. It writes nothing but text.
enum HTMLScript {
  /// The script between its tags.
  static let text = """
    'use strict';
    const bar = document.getElementById('filter');
    const box = document.getElementById('search');
    const found = document.getElementById('found');
    const checks = Array.from(bar.querySelectorAll('input[type=checkbox]'));
    const items = Array.from(document.querySelectorAll('[data-outcome]'));
    const rows = items.filter(item => item.tagName === 'TR');
    const areas = Array.from(document.querySelectorAll('.area'));
    function apply() {
      const words = box.value.toLowerCase().split(/\\s+/).filter(word => word !== '');
      const outcomes = checks.filter(check => check.checked).map(check => check.value);
      const fits = item => outcomes.includes(item.dataset.outcome)
        ? words.every(word => item.dataset.words.includes(word)) : false;
      items.forEach(item => { item.hidden = !fits(item); });
      const row = 'tr[data-outcome]:not([hidden])';
      areas.forEach(area => { area.hidden = !area.querySelector(row); });
      found.textContent = rows.filter(row => !row.hidden).length + ' of ' + rows.length + ' shown';
    }
    function reveal() {
      const target = document.getElementById(location.hash.slice(1));
      if (target) { target.hidden = false; target.scrollIntoView(); }
    }
    bar.hidden = false;
    box.setAttribute('aria-keyshortcuts', '/');
    bar.addEventListener('input', apply);
    window.addEventListener('hashchange', reveal);
    document.addEventListener('keydown', event => {
      const typing = /INPUT|TEXTAREA|SELECT/.test(event.target.tagName);
      const plain = !(event.ctrlKey || event.metaKey || event.altKey);
      if (event.key === '/' ? plain ? !typing : false : false) {
        event.preventDefault();
        box.focus();
      }
      if (event.key === 'Escape' ? event.target === box : false) {
        box.value = '';
        apply();
      }
    });
    apply();

    """

  /// Its SHA-256 in the notation of a content security policy, which allows no other script.
  static let hash = "sha256-7G8WWteFcB7+X2s//aYGDghAbcwduqn0FIFtn4/5pzM="
}
