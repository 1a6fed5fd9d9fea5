/// The style of the page: light and dark, for the screen and for print.
///
/// Good is blue and bad is vermilion, which people with any colour vision can distinguish; each
/// also has its own glyph or shape.
enum HTMLStyle {
  static let text = """
    :root{color-scheme:light dark;--bg:#fff;--fg:#1b1f24;--dim:#57606a;--line:#d0d7de;\
    --soft:#f3f5f7;--good:#0b5cad;--goodbg:#dcebfa;--bad:#b3310f;--badbg:#fde5dc;\
    --note:#6a5200;--notebg:#fbf0cc}
    @media screen and (prefers-color-scheme:dark){:root{--bg:#14171c;--fg:#e4e8ec;--dim:#9aa4af;\
    --line:#3a424c;--soft:#1e232a;--good:#7db9f5;--goodbg:#123150;--bad:#ff9b7a;\
    --badbg:#4a1d10;--note:#e3c766;--notebg:#3d3310}}
    *{box-sizing:border-box}
    body{margin:0 auto;max-width:80rem;padding:1rem 1.25rem 4rem;background:var(--bg);\
    color:var(--fg);font:15px/1.5 system-ui,sans-serif}
    h1{font-size:1.6rem;margin:.5rem 0}h2{font-size:1.25rem;margin:2.5rem 0 .5rem;\
    padding-top:1rem;border-top:2px solid var(--line)}h3{font-size:1rem;margin:1.25rem 0 .25rem}
    h1,h2,h3,td,p,pre,summary,li,dd{unicode-bidi:isolate;overflow-wrap:anywhere}
    a{color:var(--good)}p{margin:.4rem 0}.dim{color:var(--dim)}
    .wide{overflow-x:auto}.words{min-width:14rem}.name{min-width:9rem}
    .wide td,.wide th{overflow-wrap:break-word}.wide td.name,.wide td.words{overflow-wrap:anywhere}
    .name a{display:inline-block;padding:.1rem 0}.jump a{display:inline-block;padding:.15rem 0}
    .unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);\
    white-space:nowrap}
    [hidden]{display:none!important}:focus-visible{outline:3px solid var(--good);\
    outline-offset:2px}
    .filter{display:flex;flex-wrap:wrap;gap:.4rem 1rem;align-items:center;margin:.5rem 0}
    .filter fieldset{display:flex;flex-wrap:wrap;gap:.2rem 1rem;border:1px solid var(--line);\
    border-radius:.3rem;padding:.1rem .6rem}
    .filter label{padding:.15rem 0}
    .filter input[type=search]{font:inherit;padding:.2rem .4rem;min-width:12rem;flex:1;\
    background:var(--bg);color:var(--fg);border:1px solid var(--dim);border-radius:.3rem}
    table{border-collapse:collapse;width:100%;margin:.4rem 0;font-size:.9rem}
    th,td{text-align:left;vertical-align:top;padding:.25rem .6rem;\
    border-bottom:1px solid var(--line)}
    th{color:var(--dim);font-weight:600}.num{text-align:right;white-space:nowrap;\
    font-variant-numeric:tabular-nums}
    .keep{white-space:nowrap}.counts{width:auto}
    .badge{white-space:nowrap;border-radius:.3rem;padding:.05rem .45rem;font-weight:600;\
    background:var(--soft);color:var(--dim)}
    .good{color:var(--good);background:var(--goodbg)}.bad{color:var(--bad);\
    background:var(--badbg)}.note{color:var(--note);background:var(--notebg)}
    dl{display:grid;grid-template-columns:max-content 1fr;gap:.1rem 1rem;margin:.5rem 0;\
    font-size:.9rem}dt{color:var(--dim)}dd{margin:0}
    pre{background:var(--soft);padding:.6rem .8rem;border-radius:.3rem;overflow-x:auto;\
    font:12.5px/1.45 ui-monospace,Menlo,Consolas,monospace;white-space:pre-wrap;margin:.4rem 0}
    .excerpt{white-space:pre;overflow-wrap:normal}
    .failure{border-left:4px solid var(--bad);padding:.1rem 0 .1rem 1rem;margin:.75rem 0}
    details{margin:.3rem 0}summary{cursor:pointer;font-weight:600;\
    padding:.1rem 0}
    figure{margin:1rem 0}figcaption{font-size:.85rem;color:var(--dim)}
    .picture{display:block;width:100%;min-width:900px;height:auto;\
    font:11px system-ui,sans-serif}
    .defs{position:absolute}.key{display:flex;flex-wrap:wrap;gap:.1rem 1.1rem}
    .key svg{vertical-align:-3px;margin-right:.25rem}
    .picture text{fill:var(--fg)}.picture .name{font-weight:600}
    .picture .tick,.picture .small{fill:var(--dim)}.picture .day{font-weight:600}
    .picture .small{font-size:10px}
    .rule{stroke:var(--line)}.grid{stroke:var(--line);stroke-dasharray:2 3}
    .stem{stroke:var(--dim)}.pill{fill:var(--soft);stroke:var(--dim);rx:4px}
    .pill.bad{fill:var(--badbg);stroke:var(--bad)}.picture .number.bad{fill:var(--bad);\
    font-weight:700}
    .life{fill:var(--dim)}.life.foreground,.life.unlocked{fill:var(--goodbg);\
    stroke:var(--good)}.picture .on{fill:var(--good)}.dead{stroke:var(--dim);stroke-dasharray:1 4}
    .begin{stroke:var(--note);stroke-width:2px}.wait{fill:var(--notebg);stroke:var(--note);\
    stroke-dasharray:3 2}.ran{fill:var(--good)}.plan{stroke:var(--dim);stroke-width:1.5px}
    .drift{fill:var(--note)}.beyond{fill:var(--dim);opacity:.14}
    .f-good{fill:var(--good)}.f-bad{fill:var(--bad)}.f-note{fill:var(--note)}
    .l-good{fill:var(--bg);stroke:var(--good);stroke-width:1.8px}\
    .l-bad{fill:none;stroke:var(--bad);stroke-width:2.4px}
    @media print{body{max-width:none;padding:0;font-size:11px}figure,.failure,tr\
    {break-inside:avoid}.filter,.jump{display:none}\
    details::details-content{content-visibility:visible;block-size:auto}\
    .picture{min-width:0}}

    """
}
