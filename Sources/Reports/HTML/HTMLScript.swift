/// The script of the page, which filters the list of scenarios and their chapters.
///
/// It also takes what is not too wide out of the order of focus: there is nothing to scroll.
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
      if (!target) { return; }
      target.hidden = false;
      target.querySelectorAll('h2 + details').forEach(run => { run.open = true; });
      target.scrollIntoView();
    }
    const wide = new ResizeObserver(entries => entries.forEach(entry => {
      const area = entry.target;
      if (area.scrollWidth > area.clientWidth) {
        area.tabIndex = 0;
      } else if (area !== document.activeElement) {
        area.removeAttribute('tabindex');
      }
    }));
    document.querySelectorAll('.wide, .excerpt').forEach(area => {
      area.removeAttribute('tabindex');
      wide.observe(area);
    });
    bar.hidden = items.length === 0;
    bar.addEventListener('input', apply);
    window.addEventListener('hashchange', reveal);
    box.addEventListener('keydown', event => {
      if (event.key === 'Escape') {
        box.value = '';
        apply();
      }
    });
    apply();
    reveal();

    """

  /// Its SHA-256 in the notation of a content security policy, which allows no other script.
  static let hash = "sha256-MhOuGTHZSrXzdEUmrycC8pbZtFG8JtuleVr1ZkVJPtI="
}
